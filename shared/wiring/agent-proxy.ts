import { conversationStore } from './conversations.ts';
import { sandboxKeys, sandboxReader } from './sandboxes.ts';

/** Wiring of functions that call the agent of a conversation. */
export const agentDeps = () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
});
