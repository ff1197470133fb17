import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { AreaGrants } from './area-grants.ts';
import { takeDeliveries, wakeStarts } from './conversation-grants.ts';
import { all, claimRequests, knowOwnAddress, publishMetrics } from './grants.ts';
import {
  addressSandboxes,
  changeSandbox,
  claimWarmTasks,
  deriveKeys,
  keepPools,
  listDeletions,
  listSandboxes,
  newSandbox,
  readSandbox,
  readSandboxes,
  reconcileSandboxes,
  startSandbox,
  takePlacesToWait,
  writeSandbox,
} from './sandbox-grants.ts';

export const sandboxesAccess = {
  'search-sandboxes': all(listSandboxes, deriveKeys),
  'batch-get-sandboxes': all(readSandboxes, deriveKeys),
  'get-sandbox': all(readSandbox, deriveKeys, takePlacesToWait),
  'start-sandbox': all(newSandbox, claimWarmTasks, claimRequests),
  'pause-sandbox': all(changeSandbox, claimRequests),
  'resume-sandbox': all(startSandbox, claimRequests),
  'delete-sandbox': changeSandbox,
  'list-sandbox-deletions': listDeletions,
  'get-sandbox-deletion': readSandbox,
  // Only this function and the sweep invoke wake-sandbox: if it invoked itself, the loop would never end.
  'reconcile-sandbox': all(reconcileSandboxes, keepPools, (fn, { allowInvoke }) => {
    allowInvoke(fn, 'wake-sandbox');
    // In a burst, turns are offered before the next sweep.
    allowInvoke(fn, 'sweep-sandboxes');
  }),
  // Agents send their events to the API's address.
  'boot-sandbox': all(
    writeSandbox,
    deriveKeys,
    addressSandboxes,
    knowOwnAddress,
    publishMetrics,
    wakeStarts,
    (fn, { runner, settings, allowInvoke }) => {
      runner.allowDescribe(fn);
      runner.allowFindAddress(fn);
      allowInvoke(fn, 'backfill-events');
      fn.addEnvironment('ALLOWED_ORIGINS', settings.allowedOrigins.join(','));
    },
  ),
  // It takes over what an agent did not deliver, as the receivers of its webhooks do.
  'stop-sandbox': all(writeSandbox, takeDeliveries, (fn, { data, runner }) => {
    data.events.allow(fn, 'BatchGetItem');
    runner.allowStop(fn);
  }),
  'wake-sandbox': reconcileSandboxes,
  // Without a store of keys it has nothing to do, and may do nothing.
  'install-ingress-keys': (fn, resources) => {
    const storeArn = resources.ingress?.keyValueStoreArn;
    if (storeArn === undefined) return;
    deriveKeys(fn, resources);
    const calls = ['DescribeKeyValueStore', 'GetKey', 'PutKey'];
    const actions = calls.map((call) => `cloudfront-keyvaluestore:${call}`);
    fn.addToRolePolicy(new PolicyStatement({ actions, resources: [storeArn] }));
    fn.addEnvironment('INGRESS_KEY_VALUE_STORE_ARN', storeArn);
  },
} satisfies AreaGrants;
