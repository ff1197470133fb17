import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../infra/openapi/event-data.ts';
import { conversationEvents } from '../../../shared/integrator-events/conversation-events.ts';
import { sandboxEvents } from '../../../shared/integrator-events/sandbox-events.ts';
import { aConversation } from '../../support/conversation-data.ts';
import { aRunningSandbox, aSandbox } from '../../support/sandbox-data.ts';

const conversation = aConversation();
const running = aRunningSandbox();

describe('what the document says of signed events', () => {
  it('is what those of conversations hold', () => {
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

  it('is what those of sandboxes hold', () => {
    const told = [
      ...sandboxEvents(undefined, aSandbox()),
      ...sandboxEvents(aSandbox(), running),
      ...sandboxEvents(running, undefined),
    ];

    expect(told.map(({ type }) => type)).toEqual(['sandbox.starting', 'sandbox.running', 'sandbox.deleted']);
    for (const { type, data } of told) expect([type, dataOf(type).parse(data)]).toEqual([type, data]);
  });
});
