import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  changeSandbox,
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
  'start-sandbox': newSandbox,
  'pause-sandbox': changeSandbox,
  'resume-sandbox': startSandbox,
  'delete-sandbox': changeSandbox,

  'search-sandbox-specs': nothing,
  'batch-get-sandbox-specs': nothing,
} satisfies Partial<Record<EndpointId, Grant>>;
