import { describe } from 'vitest';
import { followedConversationsSuite } from '../../support/followed-conversations.suite.ts';
import { serviceDeps } from '../../support/service-deps.ts';

describe('followed conversations in memory', () => {
  const deps = serviceDeps();
  followedConversationsSuite(() => ({ ...deps, add: async (conversation) => deps.conversations.put(conversation) }));
});
