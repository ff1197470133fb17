import { systemClock } from '../platform/clock.ts';
import { conversationStore } from './conversations.ts';
import { sandboxKeys, sandboxReader } from './sandboxes.ts';
import { profileModels } from './settings.ts';

/** Wiring of functions that call the agent of a conversation. */
export const agentDeps = () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
});

/** Dependencies of functions that give a conversation another language model. */
export const switchDeps = () => ({ ...agentDeps(), models: profileModels(), now: systemClock });
