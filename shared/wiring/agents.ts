import { conversationStore } from './conversations.ts';
import { sandboxKeys, sandboxReader } from './sandboxes.ts';

/** What functions that talk to the agent of a conversation are wired from. */
export const agentDeps = () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
});
