import {
  addressSandboxes,
  changeSandbox,
  keepPools,
  publishMetrics,
  readUsage,
  reconcileSandboxes,
  writeSandbox,
  writeSnapshot,
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

const erased = ['Query', 'DeleteItem'] as const;

/** Deletes the rows of an owner, with their number in the owner's row. */
const eraseRows = rights({
  owners: ['GetItem', 'PutItem', 'UpdateItem'],
  apiKeys: ['created_at_index', 'DeleteItem'],
  members: ['joined_index', 'DeleteItem'],
  uploads: ['Scan', 'DeleteItem'],
  apiCalls: erased,
  audit: erased,
  conversations: erased,
  events: erased,
  idempotency: erased,
  invitations: erased,
  modelCalls: erased,
  integratorEvents: erased,
  pendingMessages: erased,
  prebuilds: erased,
  sandboxSpecs: erased,
  sandboxes: erased,
  secrets: erased,
  settings: erased,
  snapshots: erased,
  startTasks: erased,
  usage: erased,
  usageSums: erased,
  webhookEndpoints: erased,
  webhookMessages: erased,
});

export const maintenanceRights = {
  // Requests the deletion of what workers must end first, as its own endpoints do.
  'erase-owner': rights(eraseRows, changeSandbox, writeSnapshot, publishMetrics, {
    prebuilds: ['GetItem', 'PutItem'],
    sandboxSpecs: ['GetItem', 'PutItem', 'UpdateItem'],
    workers: ['reconcile-snapshot', 'build-prebuild'],
  }),
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
      'erase-owner',
    ],
    // Finds orders for agents whose worker died.
    waits: ['BatchGetItem', 'GetItem', 'PutItem'],
    // Settles months.
    usageSums: ['GetItem'],
    // Compares each owner's count with their rows, and repairs it.
    owners: ['Scan', 'GetItem'],
    // The current budgets of members.
    members: ['GetItem'],
    sandboxes: ['counted_index'],
    startTasks: ['watch_index'],
    sandboxSpecs: ['due_index'],
    prebuilds: ['watch_index'],
    // Finds snapshots with work to do, and compares their count with the rows.
    snapshots: ['watch_index', 'Query'],
    webhookEndpoints: ['due_index'],
    // Closes calls of models that never ended.
    modelCalls: ['open_index', 'GetItem', 'UpdateItem'],
    usage: ['UpdateItem'],
    // Queues an event for each used-up budget.
    integratorEvents: ['PutItem'],
    // What operators see of it.
    operations: ['PutItem'],
    variables: ['SANDBOX_LIMIT', 'VCPU_LIMIT'],
  }),
  'reconcile-usage': rights(writeSandbox, writeUsage, publishMetrics, {
    tasks: ['list', 'describe'],
    usage: ['GetItem'],
  }),
} satisfies AreaRights<'maintenance'>;
