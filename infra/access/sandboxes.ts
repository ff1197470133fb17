import type { AreaGrants } from './area-grants.ts';
import {
  all,
  changeSandbox,
  claimRequests,
  deriveKeys,
  listSandboxes,
  newSandbox,
  publishMetrics,
  readSandbox,
  readSandboxes,
  reconcileSandboxes,
  startSandbox,
  writeSandbox,
} from './grants.ts';

export const sandboxesAccess = {
  'search-sandboxes': all(listSandboxes, deriveKeys),
  'batch-get-sandboxes': all(readSandboxes, deriveKeys),
  'get-sandbox': all(readSandbox, deriveKeys),
  'start-sandbox': all(newSandbox, claimRequests),
  'pause-sandbox': all(changeSandbox, claimRequests),
  'resume-sandbox': all(startSandbox, claimRequests),
  'delete-sandbox': changeSandbox,
  // Only this function invokes wake-sandbox: if wake-sandbox invoked itself, the loop would never end.
  'reconcile-sandbox': all(reconcileSandboxes, (fn, { allowInvoke }) => allowInvoke(fn, 'wake-sandbox')),
  'boot-sandbox': all(
    writeSandbox,
    deriveKeys,
    publishMetrics,
    (fn, { runner, settings, publicBaseUrl, allowInvoke }) => {
      runner.allowDescribe(fn);
      runner.allowFindAddress(fn);
      // Agents send their events to this address.
      fn.addEnvironment('PUBLIC_BASE_URL', publicBaseUrl);
      allowInvoke(fn, 'backfill-events');
      fn.addEnvironment('ALLOWED_ORIGINS', settings.allowedOrigins.join(','));
    },
  ),
  'stop-sandbox': all(writeSandbox, deriveKeys, (fn, { runner }) => runner.allowStop(fn)),
  'wake-sandbox': reconcileSandboxes,
} satisfies AreaGrants<'sandboxes'>;
