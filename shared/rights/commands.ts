import { deriveKeys, lookUpCaller, reachSandbox, readSandbox } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** A long response ends soon after the API key was revoked. */
const followWhileAllowed = rights(reachSandbox, lookUpCaller);

export const commandsRights = {
  'run-command': followWhileAllowed,
  'list-commands': reachSandbox,
  'get-command': reachSandbox,
  'get-command-output': followWhileAllowed,
  'send-command-input': rights(readSandbox, deriveKeys),
  'resize-terminal': rights(readSandbox, deriveKeys),
  'stop-command': rights(readSandbox, deriveKeys),
} satisfies AreaRights<'commands'>;
