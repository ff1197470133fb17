import type { CommandModule } from 'yargs';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { whoami } from './auth/whoami.ts';
import { completion } from './completion.ts';
import { conversations } from './conversations/conversations.ts';
import { events } from './events.ts';
import { keys } from './keys/keys.ts';
import { limits } from './limits.ts';
import { sandboxes } from './sandboxes/sandboxes.ts';
import { usage } from './usage/usage.ts';
import { webhooks } from './webhooks/webhooks.ts';

export const commands: readonly CommandModule[] = [
  login,
  logout,
  whoami,
  conversations,
  sandboxes,
  events,
  usage,
  limits,
  keys,
  webhooks,
  completion,
];
