import { describe, expect, it } from 'vitest';
import { defaultTitle } from '../../../../../shared/domain/conversations/record/conversation.ts';

describe('default title of a conversation', () => {
  it.each([
    ['an id of ours, of which the end is shown', '01a1ffd15ddd7bf5b9922938cf2eb77f', 'Conversation eb77f'],
    ['a chosen name, which is shown whole', 'release-notes', 'Conversation release-notes'],
    ['a chosen name that is very long', 'x'.repeat(100), `Conversation ${'x'.repeat(60)}`],
  ])('is made from %s', (_, id, title) => {
    expect(defaultTitle(id)).toBe(title);
  });
});
