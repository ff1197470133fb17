import type { AreaGrants } from './area-grants.ts';
import { reachAgent, readHome } from './conversation-grants.ts';
import { all, readProfileModel } from './grants.ts';

export const agentProxyAccess = {
  'read-conversation-file': reachAgent,
  'list-conversation-files': reachAgent,
  'get-git-changes': reachAgent,
  'get-git-diff': reachAgent,
  'list-conversation-skills': reachAgent,
  'list-conversation-hooks': reachAgent,
  'switch-profile': all(reachAgent, readProfileModel, (fn, { data }) => data.conversations.allow(fn, 'UpdateItem')),
  'switch-acp-model': reachAgent,
  'get-vscode-url': reachAgent,
  'get-web-hosts': readHome,
  'list-microagents': reachAgent,
  'zip-directory': reachAgent,
  'list-files': reachAgent,
  'select-file': reachAgent,
  'list-changes': reachAgent,
  'get-diff': reachAgent,
} satisfies AreaGrants;
