import type { Area } from './endpoint/areas.ts';

/** A Lambda function that no route leads to. Like an endpoint, it has a file and a line of grants in its area. */
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
    summary: 'Tells from the API key who calls, and counts the call',
    timeoutSeconds: 10,
    memoryMegabytes: 1_769,
  },
  {
    id: 'reconcile-sandbox',
    area: 'sandboxes',
    summary: 'Takes the next step of each sandbox that changed',
    timeoutSeconds: 60,
    memoryMegabytes: 512,
  },
  {
    id: 'sweep-sandboxes',
    area: 'maintenance',
    summary: 'Finds every minute what signals have missed',
    // Shorter than its schedule, so that two sweeps never overlap.
    timeoutSeconds: 55,
    memoryMegabytes: 512,
  },
  {
    id: 'sweep-segment',
    area: 'maintenance',
    summary: 'Looks at one segment of a fleet that is too large for one sweep',
    // As of the sweep that starts it.
    timeoutSeconds: 55,
    memoryMegabytes: 512,
  },
  {
    id: 'boot-sandbox',
    area: 'sandboxes',
    summary: 'Waits for the agent of a starting sandbox and initialises it',
    // Somewhat longer than the worker waits. It renews its shorter lease while it runs.
    timeoutSeconds: 70,
    memoryMegabytes: 256,
  },
  {
    id: 'stop-sandbox',
    area: 'sandboxes',
    summary: 'Lets the agent of a sandbox prepare for its stop, and stops it',
    // Somewhat longer than the agent has for its preparations.
    timeoutSeconds: 30,
    memoryMegabytes: 256,
  },
  {
    id: 'wake-sandbox',
    area: 'sandboxes',
    summary: 'Looks at sandboxes again as soon as their waits are over',
    // Its longest wait, and time to reconcile a sandbox.
    timeoutSeconds: 120,
    // In a burst it waits for many at once.
    memoryMegabytes: 512,
  },
  {
    id: 'install-ingress-keys',
    area: 'sandboxes',
    summary: 'Gives the edge the keys that sign the addresses of sandboxes',
    // A few calls, and time to answer CloudFormation.
    timeoutSeconds: 60,
    memoryMegabytes: 192,
  },
  {
    id: 'dispatch-start-tasks',
    area: 'conversations',
    summary: 'Hands start tasks that can go on to their worker',
    timeoutSeconds: 30,
    memoryMegabytes: 512,
  },
  {
    id: 'run-start-task',
    area: 'conversations',
    summary: 'Takes a conversation from its accepted request to a running agent',
    // Lambda's maximum. A repository's set-up script may take ten minutes; a further run continues what takes longer.
    timeoutSeconds: 900,
    memoryMegabytes: 256,
  },
  {
    id: 'deliver-messages',
    area: 'conversations',
    summary: 'Brings the messages that wait for a conversation to its agent, in their order',
    // It waits until the sandbox has resumed, and then sends up to ten messages.
    timeoutSeconds: 150,
    memoryMegabytes: 256,
  },
  {
    id: 'backfill-events',
    area: 'conversations',
    summary: 'Fetches from agents the events that they could not deliver',
    // The agent reads a long history page by page from its disk.
    timeoutSeconds: 300,
    memoryMegabytes: 192,
  },
  {
    id: 'purge-events',
    area: 'conversations',
    summary: 'Removes the events of deleted conversations',
    timeoutSeconds: 120,
    memoryMegabytes: 192,
  },
  {
    id: 'reconcile-usage',
    area: 'maintenance',
    summary: 'Compares the ledger of usage with what ECS remembers',
    timeoutSeconds: 300,
    memoryMegabytes: 192,
  },
  {
    id: 'queue-webhooks',
    area: 'webhooks',
    summary: 'Queues for integrators what changed',
    timeoutSeconds: 60,
    memoryMegabytes: 192,
  },
  {
    id: 'deliver-webhooks',
    area: 'webhooks',
    summary: 'Sends signed events to one endpoint of an integrator',
    // It makes many attempts of at most 15 seconds each. The sweep starts the next run.
    timeoutSeconds: 300,
    memoryMegabytes: 192,
  },
] as const satisfies readonly Worker[];

export type WorkerId = (typeof workers)[number]['id'];

/** Workers apart from the authorizer, which API Gateway calls. Events, schedules and other functions call these. */
export type BackgroundWorkerId = Exclude<WorkerId, 'authorize'>;
