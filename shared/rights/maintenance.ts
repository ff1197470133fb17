import {
  addressSandboxes,
  keepPools,
  publishMetrics,
  readUsage,
  reconcileSandboxes,
  writeSandbox,
  writeUsage,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** Looks at sandboxes and disks and repairs what differs, from where the run before ended. */
const lookAtSandboxes = rights(reconcileSandboxes, addressSandboxes, {
  // It looks again soon, and offers turns to the starts that wait in the queue.
  workers: ['wake-sandbox'],
  disks: ['note-orphans'],
  sandboxes: ['watch_index', 'stored_index'],
  sweepParts: ['Scan', 'PutItem'],
});

export const maintenanceRights = {
  'sweep-segment': lookAtSandboxes,
  'sweep-sandboxes': rights(lookAtSandboxes, keepPools, readUsage, {
    // A large fleet is divided among workers.
    workers: ['sweep-segment', 'run-start-task', 'deliver-webhooks'],
    // It settles months.
    usageSums: ['GetItem'],
    // It compares each owner's count with their rows, and repairs it.
    owners: ['Scan', 'GetItem'],
    sandboxes: ['counted_index'],
    startTasks: ['watch_index'],
    webhookEndpoints: ['due_index'],
    // It queues an event for each budget that is used up.
    integratorEvents: ['PutItem'],
  }),
  'reconcile-usage': rights(writeSandbox, writeUsage, publishMetrics, {
    tasks: ['list', 'describe'],
    usage: ['GetItem'],
  }),
} satisfies AreaRights<'maintenance'>;
