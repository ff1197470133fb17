import * as z from 'zod';
import { systemClock } from '../../shared/clock.ts';
import { HttpAgents } from '../../shared/sandboxes/http-agents.ts';
import { type StopDeps, stopSandbox } from '../../shared/sandboxes/stop.ts';
import { ecsTasks, sandboxKeys, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), generation: z.int() });

let deps: StopDeps | undefined;

/** The worker that lets an agent prepare for its end, and then stops its task. A stream consumer must not wait for an agent. */
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
