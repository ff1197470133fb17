import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../../infra/docs/openapi/event-data.ts';
import { conversationEvents, sandboxEvents } from '../../../../../shared/domain/webhooks/published-events.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { aRunningSandbox, aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const conversation = aConversation();
const running = aRunningSandbox();

describe('schema of signed events', () => {
  it('matches the data of conversation events', () => {
    const told = [
      ...conversationEvents(undefined, conversation),
      ...conversationEvents(conversation, { ...conversation, title: 'Another', execution_status: 'running' }),
      ...conversationEvents(conversation, undefined),
    ];

    expect(told.map(({ type }) => type)).toEqual([
      'conversation.created',
      'conversation.status_changed',
      'conversation.updated',
      'conversation.deleted',
    ]);
    for (const { type, data } of told) expect([type, dataOf(type).parse(data)]).toEqual([type, data]);
  });

  it('matches the data of sandbox events', () => {
    const told = [
      ...sandboxEvents(undefined, aSandbox()),
      ...sandboxEvents(aSandbox(), running),
      ...sandboxEvents(running, undefined),
    ];

    expect(told.map(({ type }) => type)).toEqual(['sandbox.starting', 'sandbox.running', 'sandbox.deleted']);
    for (const { type, data } of told) expect([type, dataOf(type).parse(data)]).toEqual([type, data]);
  });
});
