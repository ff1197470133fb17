import type { CommandDeps } from '../domain/commands/reach-commands.ts';
import type { Tables } from '../rights/statement.ts';
import { callerLookup } from './accounts.ts';
import { reachDeps } from './agents.ts';

/** For functions that follow commands. */
export const commandDeps = (
  granted: Tables<'apiKeys' | 'members' | 'sandboxes' | 'snapshots' | 'owners' | 'usage' | 'usageSums' | 'waits'> & {
    readonly masterSecret: string;
  },
): CommandDeps => ({ ...reachDeps(granted), callers: callerLookup(granted) });
