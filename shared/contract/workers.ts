import type { Area } from './endpoint/areas.ts';

/** A Lambda function without a route. Like an endpoint, it has a file and a statement of rights in its area. */
export interface Worker {
  readonly id: string;
  readonly area: Area;
  readonly summary: string;
  readonly timeoutSeconds: number;
  /** In MB, as Lambda counts it. */
  readonly memoryMegabytes: number;
}

/** Every worker of the service. */
export const workers = [
  {
    id: 'authorize',
    area: 'accounts',
    summary: 'Authenticates the API key and counts the request',
    timeoutSeconds: 10,
    // Waits for DynamoDB most of its time: a whole core would cost 1.7 times as much, and save 1 ms of a warm request.
    memoryMegabytes: 1_024,
  },
  {
    id: 'erase-owner',
    area: 'maintenance',
    summary: 'Deletes everything of an owner, step by step',
    // Waits for sandboxes to end and for snapshots to go. The sweep starts the next run.
    timeoutSeconds: 300,
    memoryMegabytes: 256,
  },
  {
    id: 'reconcile-sandbox',
    area: 'sandboxes',
    summary: 'Takes the next step of each changed sandbox',
    timeoutSeconds: 60,
    memoryMegabytes: 512,
  },
  {
    id: 'sweep-sandboxes',
    area: 'maintenance',
    summary: 'Finds, every minute, work that no event has triggered',
    // Shorter than its schedule, so that two sweeps never overlap.
    timeoutSeconds: 55,
    memoryMegabytes: 512,
  },
  {
    id: 'sweep-segment',
    area: 'maintenance',
    summary: 'Sweeps one segment of a large fleet',
    // Like the sweep that starts it.
    timeoutSeconds: 55,
    memoryMegabytes: 512,
  },
  {
    id: 'boot-sandbox',
    area: 'sandboxes',
    summary: 'Waits for the agent of a starting sandbox and initializes it',
    // Slightly longer than the worker waits. It renews its shorter lease while it runs.
    timeoutSeconds: 70,
    memoryMegabytes: 256,
  },
  {
    id: 'stop-sandbox',
    area: 'sandboxes',
    summary: 'Asks the agent to prepare for the stop, then stops the task',
    // Slightly longer than the agent's time to prepare.
    timeoutSeconds: 30,
    memoryMegabytes: 256,
  },
  {
    id: 'wake-sandbox',
    area: 'sandboxes',
    summary: 'Reconciles sandboxes again when their waiting time is over',
    // Its longest wait plus the time to reconcile a sandbox.
    timeoutSeconds: 120,
    // Enough to wait for many sandboxes at once.
    memoryMegabytes: 512,
  },
  {
    id: 'reconcile-snapshot',
    area: 'sandboxes',
    summary: 'Takes the next steps of a snapshot',
    // Waits for a sandbox that starts or stops. The sweep continues.
    timeoutSeconds: 90,
    memoryMegabytes: 256,
  },
  {
    id: 'answer-address',
    area: 'sandboxes',
    summary: 'Answers requests at lasting addresses that the edge cannot forward',
    // Two seconds for the edge, and a resume.
    timeoutSeconds: 15,
    memoryMegabytes: 512,
  },
  {
    id: 'check-sandbox-spec',
    area: 'sandboxes',
    summary: 'Registers the sandbox specs of owners, and checks them by a first start',
    // A start, which takes minutes with a large image. The next run continues a longer one.
    timeoutSeconds: 300,
    memoryMegabytes: 256,
  },
  {
    id: 'install-ingress-keys',
    area: 'sandboxes',
    summary: 'Installs the keys that sign sandbox URLs at the edge',
    // A few requests plus the response to CloudFormation.
    timeoutSeconds: 60,
    memoryMegabytes: 192,
  },
  {
    id: 'write-edge-entries',
    area: 'sandboxes',
    summary: 'Brings the addresses of running sandboxes to the edge',
    // Tries again while others write or the store cannot be reached. Then the stream sends the changes again.
    timeoutSeconds: 60,
    memoryMegabytes: 256,
  },
  {
    id: 'dispatch-start-tasks',
    area: 'conversations',
    summary: 'Starts the worker of each start task that can continue',
    timeoutSeconds: 30,
    memoryMegabytes: 512,
  },
  {
    id: 'run-start-task',
    area: 'conversations',
    summary: 'Runs a start task until its agent has started the conversation',
    // Lambda's maximum. A set-up script can take ten minutes; another run continues a longer task.
    timeoutSeconds: 900,
    memoryMegabytes: 256,
  },
  {
    id: 'build-prebuild',
    area: 'prebuilds',
    summary: 'Clones the repository of a prebuild, runs its set-up and keeps the workspace',
    // Lambda's maximum, as for starts. Another run continues a longer build.
    timeoutSeconds: 900,
    memoryMegabytes: 256,
  },
  {
    id: 'deliver-messages',
    area: 'conversations',
    summary: 'Delivers queued messages to the agent, in order',
    // Sends up to ten messages of each conversation in a sandbox. The sweep continues.
    timeoutSeconds: 150,
    memoryMegabytes: 256,
  },
  {
    id: 'backfill-events',
    area: 'conversations',
    summary: 'Fetches events that agents could not deliver',
    // Two minutes for one sandbox, plus the end of its last page. The next run continues a long history.
    timeoutSeconds: 180,
    memoryMegabytes: 192,
  },
  {
    id: 'purge-events',
    area: 'conversations',
    summary: 'Deletes the events and sub-conversations of deleted conversations',
    timeoutSeconds: 120,
    memoryMegabytes: 192,
  },
  {
    id: 'reconcile-usage',
    area: 'maintenance',
    summary: 'Compares the usage ledger with the tasks in ECS',
    timeoutSeconds: 300,
    memoryMegabytes: 192,
  },
  {
    id: 'queue-webhooks',
    area: 'webhooks',
    summary: 'Queues webhook messages for changes',
    timeoutSeconds: 60,
    memoryMegabytes: 192,
  },
  {
    id: 'deliver-webhooks',
    area: 'webhooks',
    summary: 'Sends queued webhook messages to one endpoint',
    // Many attempts of up to 15 seconds each. The sweep starts the next run.
    timeoutSeconds: 300,
    memoryMegabytes: 192,
  },
] as const satisfies readonly Worker[];

export type WorkerId = (typeof workers)[number]['id'];

/** The workers that API Gateway calls. Events, schedules and other functions call the others. */
export type GatewayWorkerId = 'authorize' | 'answer-address';
export type BackgroundWorkerId = Exclude<WorkerId, GatewayWorkerId>;
