import { runCommands } from '../local/terminal/run-commands.ts';
import { inviteMember, listOwnerMembers, removeOwnerMember } from './member-commands.ts';
import { readOptions } from './options.ts';

const USAGE = `npm run members -- invite --owner NAME [--email ADDRESS] [--role viewer|member|admin] [--expires-in 7d] [--json]
npm run members -- list --owner NAME [--json]
npm run members -- remove USER_ID --owner NAME [--keys keep|revoke] [--json]

--stack NAME    the deployed service: the name of its stacks without the last part (agent-conversations-dev)
--port PORT     the local service on another port than 3000 (or set PORT)
--state DIR     the local service with another state directory`;

const commands = { invite: inviteMember, list: listOwnerMembers, remove: removeOwnerMember };

await runCommands(commands, USAGE, readOptions);
