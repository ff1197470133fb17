import { prefixOf } from '../config.ts';
import type { AreaGrants } from './area-grants.ts';
import { all } from './grants.ts';
import {
  addressSandboxes,
  keepPools,
  readUsage,
  reconcileSandboxes,
  writeSandbox,
  writeUsage,
} from './sandbox-grants.ts';

/** Looks at sandboxes and disks and repairs what differs, from where the run before ended. */
const lookAtSandboxes = all(reconcileSandboxes, addressSandboxes, (fn, { data, disks, allowInvoke }) => {
  // It looks again soon, and offers turns to the starts that wait in the queue.
  allowInvoke(fn, 'wake-sandbox');
  disks.allowNoteOrphans(fn);
  data.sandboxes.allowQueryOf(fn, 'watch_index');
  data.sandboxes.allowQueryOf(fn, 'stored_index');
  data.sweepParts.allow(fn, 'Scan', 'PutItem');
});

export const maintenanceAccess = {
  'sweep-segment': lookAtSandboxes,
  'sweep-sandboxes': all(lookAtSandboxes, keepPools, readUsage, (fn, { data, allowInvoke }) => {
    // A large fleet is divided among workers.
    allowInvoke(fn, 'sweep-segment');
    // It settles months; what it may write of their sums, it may as a writer of entries.
    data.usageSums.allow(fn, 'GetItem');
    // The sweep compares each owner's count with their rows, and repairs it.
    data.owners.allow(fn, 'Scan', 'GetItem');
    data.sandboxes.allowQueryOf(fn, 'counted_index');
    data.startTasks.allowQueryOf(fn, 'watch_index');
    allowInvoke(fn, 'run-start-task');
    data.webhookEndpoints.allowQueryOf(fn, 'due_index');
    allowInvoke(fn, 'deliver-webhooks');
    // It queues an event for each budget that is used up.
    data.integratorEvents.allow(fn, 'PutItem');
  }),
  'reconcile-usage': all(writeSandbox, writeUsage, (fn, { data, runner, settings }) => {
    runner.allowList(fn);
    runner.allowDescribe(fn);
    data.usage.allow(fn, 'GetItem');
    fn.addEnvironment('DEPLOYMENT', prefixOf(settings));
  }),
} satisfies AreaGrants;
