import * as z from 'zod';
import type { StartBackfill } from '../../shared/domain/agents/webhooks/receive-hook.ts';
import { type BootDeps, boot } from '../../shared/domain/sandboxes/agent/boot.ts';
import { HttpAgents } from '../../shared/domain/sandboxes/agent/http-agents.ts';
import { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import { startMeasuring } from '../../shared/domain/sandboxes/agent/measure.ts';
import type { WorkPlace } from '../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnv, requireEnvList } from '../../shared/platform/env.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { hastenMessages, startBackfill, startTaskStore } from '../../shared/wiring/conversations.ts';
import {
  bootedSandboxWriter,
  ecsTasks,
  edgeEntries,
  edgeStates,
  masterKeys,
  sandboxIngress,
} from '../../shared/wiring/sandboxes.ts';

const Order = z.object({
  owner_id: z.string(),
  sandbox_id: z.string(),
  generation: z.int(),
  /** The task of the sandbox, if the caller has just read it. */
  task: z
    .object({
      arn: z.string(),
      lastStatus: z.string(),
      networkInterfaceId: z.string().nullable(),
      bindings: z.array(z.object({ bindIp: z.string(), containerPort: z.int(), hostPort: z.int() })),
    })
    .optional(),
});

interface Deps extends BootDeps {
  readonly backfill: StartBackfill;
  /** Continues deliveries of messages that waited for the sandbox. */
  readonly hastenMessages: (place: WorkPlace) => Promise<void>;
}

const depsOf = wired(() => wire(grantedTo('boot-sandbox')));

/** Waits until an agent server responds. A lease ensures that only one worker does so per sandbox. */
export async function handler(event: unknown): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, sandbox_id: sandboxId, generation, task } = Order.parse(event);
  const hasMarked = await boot(ownerId, sandboxId, generation, deps, task);
  if (generation === 1 || !(hasMarked || (await isRunning(ownerId, sandboxId, generation, deps)))) return;
  await Promise.all([deps.backfill(ownerId, sandboxId, null), deps.hastenMessages({ ownerId, sandboxId })]);
}

/** Whether another worker marked it as running. If that one then crashed, no other would fetch the events. */
async function isRunning(
  ownerId: string,
  sandboxId: string,
  generation: number,
  { sandboxes }: Deps,
): Promise<boolean> {
  const sandbox = await sandboxes.find(ownerId, sandboxId);
  return sandbox?.phase === 'RUNNING' && sandbox.generation === generation;
}

function wire(granted: Granted<'boot-sandbox'>): Deps {
  const master = masterKeys(granted);
  const keys = new SandboxKeys(master);
  const workers = new LambdaWorkers();
  const startTasks = startTaskStore(granted);
  return {
    sandboxes: bootedSandboxWriter(granted),
    tasks: ecsTasks(),
    ingress: sandboxIngress(master),
    agents: new HttpAgents(keys),
    edge: edgeEntries(granted),
    edgeStates: edgeStates(granted),
    keys,
    startMeasuring,
    allowedOrigins: requireEnvList('ALLOWED_ORIGINS'),
    publicBaseUrl: requireEnv('PUBLIC_BASE_URL'),
    backfill: startBackfill(granted),
    hastenMessages: hastenMessages(granted),
    findWaiting: async (ownerId, sandboxId) => {
      const waiting = await startTasks.openOf(ownerId, sandboxId);
      const orders = waiting.map(({ start_task_id }) => ({ owner_id: ownerId, start_task_id }));
      // The stream also wakes them, slightly later.
      return async () =>
        void (await Promise.all(orders.map((order) => workers.start(granted['run-start-task'], order))));
    },
    now: systemClock,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
