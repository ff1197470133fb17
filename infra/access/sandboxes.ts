import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  changeSandbox,
  claimRequests,
  deriveKeys,
  type Grant,
  listSandboxes,
  newSandbox,
  nothing,
  readSandbox,
  readSandboxes,
  startSandbox,
} from './grants.ts';

export const sandboxesAccess = {
  'search-sandboxes': all(listSandboxes, deriveKeys),
  'batch-get-sandboxes': all(readSandboxes, deriveKeys),
  'get-sandbox': all(readSandbox, deriveKeys),
  'start-sandbox': all(newSandbox, claimRequests),
  'pause-sandbox': all(changeSandbox, claimRequests),
  'resume-sandbox': all(startSandbox, claimRequests),
  'delete-sandbox': changeSandbox,

  'search-sandbox-specs': nothing,
  'batch-get-sandbox-specs': nothing,
} satisfies Partial<Record<EndpointId, Grant>>;
