import * as z from 'zod';
import { HttpAgents } from '../../shared/domain/sandboxes/agent/http-agents.ts';
import { type StopDeps, stopSandbox } from '../../shared/domain/sandboxes/reconcile/stop.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { ecsTasks, sandboxKeys, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), generation: z.int() });

let deps: StopDeps | undefined;

/** Lets an agent prepare for its end and stops its task: a stream consumer must not wait for an agent. */
export async function handler(event: unknown): Promise<void> {
  deps ??= {
    sandboxes: sandboxWriter(),
    tasks: ecsTasks(),
    agents: new HttpAgents(sandboxKeys()),
    now: systemClock,
  };
  const { owner_id: ownerId, sandbox_id: sandboxId, generation } = Order.parse(event);
  await stopSandbox(ownerId, sandboxId, generation, deps);
}
