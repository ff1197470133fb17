import { systemClock } from '../platform/clock.ts';
import { conversationHomes, conversationStore } from './conversations.ts';
import { sandboxKeys } from './sandboxes.ts';
import { profileModels } from './settings.ts';

/** Wiring of functions that call the agent of a conversation. */
export const agentDeps = () => ({ homes: conversationHomes(), keys: sandboxKeys() });

/** Dependencies of functions that tell an agent its language model. */
export const tellDeps = () => ({
  conversations: conversationStore(),
  keys: sandboxKeys(),
  models: profileModels(),
  now: systemClock,
});

/** Dependencies of functions that give a conversation another language model. */
export const switchDeps = () => ({ ...tellDeps(), homes: conversationHomes() });
