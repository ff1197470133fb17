import { deriveKeys, lookUpCaller, readSandbox, takePlacesToWait } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

export const logsRights = {
  // The keys of the sandbox are masked. A revoked API key ends a stream.
  'get-sandbox-logs': rights(readSandbox, deriveKeys, takePlacesToWait, lookUpCaller, { logs: ['read'] }),
  'get-sandbox-measurements': rights(readSandbox, { logs: ['search'] }),
} satisfies AreaRights<'logs'>;
