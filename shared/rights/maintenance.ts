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

/** Checks and repairs sandboxes and disks, from where the last run stopped. */
const lookAtSandboxes = rights(reconcileSandboxes, addressSandboxes, {
  // Reconciles sandboxes again soon, offers turns to queued starts, and looks at snapshots whose data is missing.
  workers: ['wake-sandbox', 'reconcile-snapshot'],
  disks: ['note-orphans'],
  sandboxes: ['watch_index', 'stored_index'],
  // No EBS snapshot that a row refers to is deleted.
  snapshots: ['stored_index', 'ebs_index', 'GetItem'],
  sweepParts: ['Scan', 'PutItem'],
});

export const maintenanceRights = {
  'sweep-segment': lookAtSandboxes,
  'sweep-sandboxes': rights(lookAtSandboxes, keepPools, readUsage, {
    // Finds entries at the edge that differ from the sandboxes, and has the whole store compared now and then.
    edgeEntries: ['live_index'],
    // Divides a large fleet among workers.
    workers: [
      'sweep-segment',
      'write-edge-entries',
      'run-start-task',
      'check-sandbox-spec',
      'deliver-webhooks',
      'backfill-events',
      'deliver-messages',
      'build-prebuild',
    ],
    // Finds orders for agents whose worker died.
    waits: ['BatchGetItem', 'GetItem', 'PutItem'],
    // Settles months.
    usageSums: ['GetItem'],
    // Compares each owner's count with their rows, and repairs it.
    owners: ['Scan', 'GetItem'],
    sandboxes: ['counted_index'],
    startTasks: ['watch_index'],
    sandboxSpecs: ['due_index'],
    prebuilds: ['watch_index'],
    // Finds snapshots with work to do, and compares their count with the rows.
    snapshots: ['watch_index', 'Query'],
    webhookEndpoints: ['due_index'],
    // Queues an event for each used-up budget.
    integratorEvents: ['PutItem'],
  }),
  'reconcile-usage': rights(writeSandbox, writeUsage, publishMetrics, {
    tasks: ['list', 'describe'],
    usage: ['GetItem'],
  }),
} satisfies AreaRights<'maintenance'>;
