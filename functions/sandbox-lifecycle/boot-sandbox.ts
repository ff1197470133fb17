import { EC2Client } from '@aws-sdk/client-ec2';
import * as z from 'zod';
import { repeatable } from '../../shared/aws/call-limits.ts';
import { LambdaWorkers } from '../../shared/aws/lambda-workers.ts';
import { systemClock } from '../../shared/clock.ts';
import { requireEnv, requireEnvList } from '../../shared/env.ts';
import { type BootDeps, boot } from '../../shared/sandboxes/boot.ts';
import { DirectIngress } from '../../shared/sandboxes/exposed-urls.ts';
import { HttpAgents } from '../../shared/sandboxes/http-agents.ts';
import { ecsTasks, sandboxKeys, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), generation: z.int() });

interface Deps extends BootDeps {
  /** Starts the worker that fetches what the agent could not deliver before; it returns at once. */
  readonly backfill: (ownerId: string, sandboxId: string) => Promise<void>;
}

let deps: Deps | undefined;

/** The worker that waits for an agent server to answer. The reconciler starts it and keeps two of them apart by a lease. */
export async function handler(event: unknown): Promise<void> {
  deps ??= wire();
  const { owner_id: ownerId, sandbox_id: sandboxId, generation } = Order.parse(event);
  await boot(ownerId, sandboxId, generation, deps);
  if (generation > 1 && (await isRunning(ownerId, sandboxId, generation, deps)))
    await deps.backfill(ownerId, sandboxId);
}

/** Also when another worker marked it: were that one to die after it, nobody would fetch. */
async function isRunning(
  ownerId: string,
  sandboxId: string,
  generation: number,
  { sandboxes }: Deps,
): Promise<boolean> {
  const sandbox = await sandboxes.find(ownerId, sandboxId);
  return sandbox?.phase === 'RUNNING' && sandbox.generation === generation;
}

function wire(): Deps {
  const keys = sandboxKeys();
  const workers = new LambdaWorkers();
  const backfillFunction = requireEnv('BACKFILL_EVENTS_FUNCTION');
  return {
    sandboxes: sandboxWriter(),
    tasks: ecsTasks(),
    ingress: new DirectIngress(new EC2Client(repeatable)),
    agents: new HttpAgents(keys),
    keys,
    allowedOrigins: requireEnvList('ALLOWED_ORIGINS'),
    publicBaseUrl: requireEnv('PUBLIC_BASE_URL'),
    backfill: (ownerId, sandboxId) => workers.start(backfillFunction, { owner_id: ownerId, sandbox_id: sandboxId }),
    now: systemClock,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
