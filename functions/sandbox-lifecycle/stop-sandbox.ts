import * as z from 'zod';
import { HttpAgents } from '../../shared/sandboxes/http-agents.ts';
import { ecsTasks, sandboxKeys, sandboxStore } from '../../shared/wiring.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), generation: z.int() });

let deps: ReturnType<typeof wire> | undefined;

/** The worker that lets an agent prepare for its stop, and then stops its task. What it was told late, or about another generation, it leaves alone. */
export async function handler(event: unknown): Promise<void> {
  deps ??= wire();
  const { owner_id: ownerId, sandbox_id: sandboxId, generation } = Order.parse(event);
  const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
  if (sandbox?.phase !== 'STOPPING' || sandbox.generation !== generation || !sandbox.task_arn) return;
  await deps.agents.prepareForPause(sandbox);
  await deps.tasks.stop(sandbox.task_arn, 'its sandbox is paused');
}

function wire() {
  return { sandboxes: sandboxStore(), tasks: ecsTasks(), agents: new HttpAgents(sandboxKeys()) };
}
