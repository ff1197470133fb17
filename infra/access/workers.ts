import { prefixOf } from '../config.ts';
import type { WorkerId } from '../workers.ts';
import {
  all,
  changeSandbox,
  deriveKeys,
  followConversation,
  type Grant,
  keepEvents,
  listConversations,
  openSecrets,
  reachAgent,
  readConversation,
  readSandbox,
  readStartSettings,
  readUsage,
  tellIntegrators,
  writeSandbox,
} from './grants.ts';
import { knowTargets } from './webhook-endpoints.ts';

/** Starting, watching, saving and stopping sandboxes, as the record of each asks for. */
const reconcileSandboxes = all(changeSandbox, deriveKeys, (fn, { data, runner, disks, allowInvoke }) => {
  data.launchPaces.allow(fn, 'UpdateItem');
  // What ends with a change of a sandbox is put into the ledger with it.
  data.usage.allow(fn, 'PutItem');
  runner.allowRun(fn);
  runner.allowStop(fn);
  runner.allowDescribe(fn);
  runner.allowList(fn);
  disks.allowSaveAndDelete(fn);
  allowInvoke(fn, 'boot-sandbox');
  allowInvoke(fn, 'stop-sandbox');
});

/** A line for each worker. */
export const workerAccess: Readonly<Record<WorkerId, Grant>> = {
  authorize: (fn, { data, settings }) => {
    // Now and then it notes that a key was used.
    data.apiKeys.allow(fn, 'GetItem', 'UpdateItem');
    // Each call is counted; what is counted for a key that does not exist is removed again.
    data.apiCalls.allow(fn, 'UpdateItem', 'DeleteItem');
    data.owners.allow(fn, 'GetItem');
    fn.addEnvironment('REQUESTS_PER_MINUTE', String(settings.requestsPerMinute));
    fn.addEnvironment('DEPLOYMENT', prefixOf(settings));
  },

  // The one function that starts a wait: were wake-sandbox to start the next, a loop of it would have no end.
  'reconcile-sandbox': all(reconcileSandboxes, (fn, { allowInvoke }) => allowInvoke(fn, 'wake-sandbox')),
  'wake-sandbox': reconcileSandboxes,
  'stop-sandbox': all(writeSandbox, deriveKeys, (fn, { runner }) => runner.allowStop(fn)),
  'sweep-sandboxes': all(reconcileSandboxes, readUsage, (fn, { data, allowInvoke }) => {
    data.sandboxes.allowQueryOf(fn, 'watch_index');
    data.sandboxes.allowQueryOf(fn, 'stored_index');
    // The count of an owner is compared with their rows, and mended.
    data.owners.allow(fn, 'Scan', 'GetItem');
    data.sandboxes.allow(fn, 'Query');
    data.startTasks.allowQueryOf(fn, 'watch_index');
    allowInvoke(fn, 'run-start-task');
    data.webhookEndpoints.allowQueryOf(fn, 'due_index');
    allowInvoke(fn, 'deliver-webhooks');
    // The budgets of keys, and who hears of one that is used up.
    data.apiKeys.allow(fn, 'BatchGetItem');
    data.integratorEvents.allow(fn, 'PutItem');
  }),
  'reconcile-usage': all(writeSandbox, (fn, { data, runner, settings }) => {
    runner.allowList(fn);
    runner.allowDescribe(fn);
    data.usage.allow(fn, 'GetItem', 'PutItem');
    fn.addEnvironment('DEPLOYMENT', prefixOf(settings));
  }),
  'boot-sandbox': all(writeSandbox, deriveKeys, (fn, { runner, settings, publicBaseUrl, allowInvoke }) => {
    runner.allowDescribe(fn);
    runner.allowFindAddress(fn);
    // Where agents send their events.
    fn.addEnvironment('PUBLIC_BASE_URL', publicBaseUrl);
    allowInvoke(fn, 'backfill-events');
    fn.addEnvironment('ALLOWED_ORIGINS', settings.allowedOrigins.join(','));
  }),

  'backfill-events': all(readSandbox, listConversations, deriveKeys, followConversation, keepEvents, (fn, { data }) => {
    // Which events are there already, and who fetches the rest.
    data.events.allow(fn, 'BatchGetItem');
  }),
  'purge-events': (fn, { data }) => data.events.allow(fn, 'GetItem', 'Query', 'DeleteItem'),

  'deliver-messages': all(reachAgent, (fn, { data }) => {
    data.pendingMessages.allow(fn, 'Query', 'PutItem', 'DeleteItem');
  }),

  'dispatch-start-tasks': all(tellIntegrators, (fn, { data, allowInvoke }) => {
    data.startTasks.allowQueryOf(fn, 'sandbox_index');
    allowInvoke(fn, 'run-start-task');
  }),
  'tell-integrators': tellIntegrators,
  'deliver-webhooks': all(openSecrets, knowTargets, (fn, { data }) => {
    data.webhookEndpoints.allow(fn, 'UpdateItem');
    data.webhookMessages.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');
    data.webhookMessages.allowQueryOf(fn, 'work_index');
    // An endpoint is disabled and its owner told of it in one transaction.
    data.integratorEvents.allow(fn, 'PutItem');
  }),
  'run-start-task': all(readSandbox, readConversation, deriveKeys, readStartSettings, keepEvents, (fn, resources) => {
    const { data, settings, allowInvoke } = resources;
    data.startTasks.allow(fn, 'GetItem', 'PutItem');
    data.pendingMessages.allow(fn, 'Query');
    allowInvoke(fn, 'deliver-messages');
    if (settings.gitBases !== undefined) fn.addEnvironment('GIT_BASES', JSON.stringify(settings.gitBases));
  }),
};
