/** A Lambda that no route leads to. Like an endpoint it is one file, `functions/<area>/<id>.ts`, and one line in the permissions table. */
export interface Worker {
  readonly id: string;
  readonly area: string;
  readonly summary: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
}

export const workers = [
  {
    id: 'authorize',
    area: 'authorizer',
    summary: 'Tells from the API key who calls, and counts the call',
    timeoutSeconds: 10,
    memoryMegabytes: 512,
  },
  {
    id: 'reconcile-sandbox',
    area: 'sandbox-lifecycle',
    summary: 'Takes the next step of each sandbox that changed',
    timeoutSeconds: 60,
    memoryMegabytes: 512,
  },
  {
    id: 'sweep-sandboxes',
    area: 'sandbox-lifecycle',
    summary: 'Finds every minute what signals have missed',
    // Shorter than its schedule, so that two sweeps never overlap.
    timeoutSeconds: 55,
    memoryMegabytes: 512,
  },
  {
    id: 'boot-sandbox',
    area: 'sandbox-lifecycle',
    summary: 'Waits for the agent of a starting sandbox and initialises it',
    // A little more than the worker's own patience. Its lease is shorter, and renewed as long as it lives.
    timeoutSeconds: 70,
    memoryMegabytes: 256,
  },
  {
    id: 'stop-sandbox',
    area: 'sandbox-lifecycle',
    summary: 'Lets the agent of a sandbox prepare for its stop, and stops it',
    // Somewhat more than the agent gets.
    timeoutSeconds: 30,
    memoryMegabytes: 256,
  },
  {
    id: 'wake-sandbox',
    area: 'sandbox-lifecycle',
    summary: 'Looks at a sandbox again as soon as its wait is over',
    // The longest wait that it takes on, and a look.
    timeoutSeconds: 70,
    memoryMegabytes: 256,
  },
  {
    id: 'dispatch-start-tasks',
    area: 'start-tasks',
    summary: 'Hands start tasks that can go on to their worker',
    timeoutSeconds: 30,
    memoryMegabytes: 512,
  },
  {
    id: 'run-start-task',
    area: 'start-tasks',
    summary: 'Takes a conversation from its accepted request to a running agent',
    // The longest that Lambda lets a function run: most steps take seconds, and a repository's own set-up ten minutes. What takes longer, another run goes on with.
    timeoutSeconds: 900,
    memoryMegabytes: 256,
  },
  {
    id: 'deliver-messages',
    area: 'messages',
    summary: 'Brings the messages that wait for a conversation to its agent, in their order',
    // A sandbox that resumes is waited for, and then ten messages are sent.
    timeoutSeconds: 150,
    memoryMegabytes: 256,
  },
  {
    id: 'backfill-events',
    area: 'events',
    summary: 'Fetches from agents the events that they could not deliver',
    // A long history is read page by page from the disk of its agent.
    timeoutSeconds: 300,
    memoryMegabytes: 512,
  },
  {
    id: 'purge-events',
    area: 'events',
    summary: 'Removes the events of deleted conversations',
    timeoutSeconds: 120,
    memoryMegabytes: 256,
  },
  {
    id: 'reconcile-usage',
    area: 'usage',
    summary: 'Compares the ledger of usage with what ECS remembers',
    timeoutSeconds: 300,
    memoryMegabytes: 256,
  },
  {
    id: 'tell-integrators',
    area: 'integrator-events',
    summary: 'Queues for integrators what changed',
    timeoutSeconds: 60,
    memoryMegabytes: 256,
  },
  {
    id: 'deliver-webhooks',
    area: 'integrator-events',
    summary: 'Sends signed events to one endpoint of an integrator',
    // Many attempts, each of 15 seconds at the most. The sweep starts the next run.
    timeoutSeconds: 300,
    memoryMegabytes: 256,
  },
] as const satisfies readonly Worker[];

export type WorkerId = (typeof workers)[number]['id'];
