import type { CommandModule } from 'yargs';
import { login, logout, whoami } from './auth.ts';
import { completion } from './completion.ts';
import { conversations } from './conversations/conversations.ts';
import { events } from './events.ts';
import { keys } from './keys.ts';
import { mcp } from './mcp.ts';
import { members } from './members.ts';
import { orgs } from './orgs.ts';
import { owners } from './owners.ts';
import { prebuilds } from './prebuilds.ts';
import { sandboxes } from './sandboxes.ts';
import { snapshots } from './snapshots.ts';
import { specs } from './specs.ts';
import { limits, usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

export const commands: readonly CommandModule[] = [
  login,
  logout,
  whoami,
  orgs,
  members,
  conversations,
  sandboxes,
  owners,
  prebuilds,
  snapshots,
  specs,
  events,
  usage,
  limits,
  keys,
  webhooks,
  mcp,
  completion,
];
