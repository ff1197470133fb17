import type { AreaGrants } from './area-grants.ts';
import {
  addressSandboxes,
  all,
  changeSandbox,
  claimRequests,
  deriveKeys,
  knowOwnAddress,
  listSandboxes,
  newSandbox,
  publishMetrics,
  readSandbox,
  readSandboxes,
  reconcileSandboxes,
  startSandbox,
  takePlacesToWait,
  writeSandbox,
} from './grants.ts';

export const sandboxesAccess = {
  'search-sandboxes': all(listSandboxes, deriveKeys),
  'batch-get-sandboxes': all(readSandboxes, deriveKeys),
  'get-sandbox': all(readSandbox, deriveKeys, takePlacesToWait),
  'start-sandbox': all(newSandbox, claimRequests),
  'pause-sandbox': all(changeSandbox, claimRequests),
  'resume-sandbox': all(startSandbox, claimRequests),
  'delete-sandbox': changeSandbox,
  // Only this function invokes wake-sandbox: if wake-sandbox invoked itself, the loop would never end.
  'reconcile-sandbox': all(reconcileSandboxes, (fn, { allowInvoke }) => allowInvoke(fn, 'wake-sandbox')),
  // Agents send their events to the API's address.
  'boot-sandbox': all(
    writeSandbox,
    deriveKeys,
    addressSandboxes,
    knowOwnAddress,
    publishMetrics,
    (fn, { runner, settings, allowInvoke }) => {
      runner.allowDescribe(fn);
      runner.allowFindAddress(fn);
      allowInvoke(fn, 'backfill-events');
      fn.addEnvironment('ALLOWED_ORIGINS', settings.allowedOrigins.join(','));
    },
  ),
  'stop-sandbox': all(writeSandbox, deriveKeys, (fn, { runner }) => runner.allowStop(fn)),
  'wake-sandbox': reconcileSandboxes,
} satisfies AreaGrants<'sandboxes'>;
