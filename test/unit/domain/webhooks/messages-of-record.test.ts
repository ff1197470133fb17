import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Phase } from '../../../../shared/domain/sandboxes/record/phases.ts';
import { messagesOfRecord } from '../../../../shared/domain/webhooks/messages-of-record.ts';
import { COUNT_KEY } from '../../../../shared/platform/aws/kept-counts.ts';

type Row = Readonly<Record<string, unknown>>;

function image(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(image) };
  if (typeof value === 'object' && value !== null) return { M: imageOf(value as Row) };
  return { NULL: true };
}

const imageOf = (row: Row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, image(value)]));

function record(key: string, before: Row | undefined, after: Row | undefined, number = '100'): DynamoDBRecord {
  const row = after ?? before ?? {};
  const Keys = imageOf({ owner_id: 'owner', [key]: row[key] });
  return {
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      Keys,
      ...(before ? { OldImage: imageOf(before) } : {}),
      ...(after ? { NewImage: imageOf(after) } : {}),
      SequenceNumber: number,
      ApproximateCreationDateTime: 1_772_366_400,
    },
  };
}

const running: Row = {
  sandbox_id: 's',
  spec_id: 'reference',
  phase: 'RUNNING',
  desired: 'RUNNING',
  generation: 2,
  wanted_generation: 1,
  stop_into: 'PAUSED',
  pause_reason: null,
  status_reason: null,
};

const conversation: Row = {
  conversation_id: 'c',
  sandbox_id: 's',
  title: 'A title',
  tags: { a: '1', b: '2' },
  execution_status: 'running',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
};

const typesOf = (...given: Parameters<typeof record>) => messagesOfRecord(record(...given)).map(({ type }) => type);

it('the count of an owner, which is a row beside their conversations, is no conversation', () => {
  const count = { conversation_id: COUNT_KEY, total: 1, top_level: 1 };

  expect(typesOf('conversation_id', undefined, count)).toEqual([]);
  expect(typesOf('conversation_id', count, { ...count, total: 2 })).toEqual([]);
});

it('the row that reserves an id on agents is no conversation', () => {
  const reservation = { conversation_id: '#agent/0123456789ab8cdef0123456789abcde', reserved_for: 'nightly' };

  expect(typesOf('conversation_id', undefined, reservation)).toEqual([]);
  expect(typesOf('conversation_id', reservation, undefined)).toEqual([]);
});

describe('changes of a sandbox', () => {
  it.each<[Row | undefined, Row | undefined, readonly string[]]>([
    [undefined, { ...running, phase: 'PENDING' }, ['sandbox.starting']],
    [{ ...running, phase: 'PENDING' }, { ...running, phase: 'BOOTING' }, []],
    [{ ...running, phase: 'BOOTING' }, running, ['sandbox.running']],
    [running, { ...running, last_activity_at: 'later' }, []],
    [running, { ...running, desired: 'PAUSED' }, ['sandbox.pausing']],
    [
      { ...running, desired: 'PAUSED', phase: 'SAVING' },
      { ...running, desired: 'PAUSED', phase: 'PAUSED', pause_reason: 'idle' },
      ['sandbox.paused'],
    ],
    [{ ...running, desired: 'PAUSED', phase: 'PAUSED' }, { ...running, phase: 'PENDING' }, ['sandbox.starting']],
    [running, { ...running, desired: 'PAUSED', phase: 'STOPPING', stop_into: 'ERROR' }, ['sandbox.error']],
    [running, { ...running, desired: 'DELETED' }, ['sandbox.deleted']],
    [{ ...running, desired: 'DELETED' }, { ...running, desired: 'DELETED', phase: 'DELETED' }, []],
    [{ ...running, desired: 'DELETED', phase: 'DELETED' }, undefined, []],
  ])('from %j to %j give the messages %j', (before, after, types) =>
    expect(typesOf('sandbox_id', before, after)).toEqual(types),
  );

  it('show why it is paused, and no other field of the row', () => {
    const paused = { ...running, desired: 'PAUSED', phase: 'PAUSED', pause_reason: 'idle', exposed_urls: ['secret'] };

    const [message] = messagesOfRecord(record('sandbox_id', running, paused));

    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'sandbox.paused',
      timestamp: '2026-03-01T12:00:00.000Z',
      data: {
        sandbox_id: 's',
        sandbox_spec_id: 'reference',
        status: 'PAUSED',
        generation: 2,
        pause_reason: 'idle',
        reason: null,
      },
    });
  });

  it('give the same messages each time, in the order of the changes, one for each change', () => {
    const rows = fc.record({
      phase: fc.constantFrom(...Phase.options),
      desired: fc.constantFrom('RUNNING', 'PAUSED', 'DELETED'),
      generation: fc.integer({ min: 1, max: 3 }),
      stop_into: fc.constantFrom('PAUSED', 'ERROR'),
    });
    fc.assert(
      fc.property(fc.array(rows, { minLength: 2, maxLength: 12 }), (life) => {
        const states: (Row | undefined)[] = [undefined, ...life.map((row) => ({ ...running, ...row })), undefined];
        const records = states
          .slice(1)
          .flatMap((after, index) =>
            after || states[index] ? [record('sandbox_id', states[index], after, String(95 + index))] : [],
          );
        const messages = records.flatMap(messagesOfRecord);

        expect(records.flatMap(messagesOfRecord)).toEqual(messages);
        expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(messages.length);
        const sequences = messages.map(({ sequence }) => sequence);
        expect(sequences.toSorted()).toEqual(sequences);
        // No event twice in a row, and the last one is the end.
        expect(messages.filter(({ type }, index) => messages[index - 1]?.type === type)).toEqual([]);
        if (messages.length > 0) expect(messages.at(-1)?.type).toBe('sandbox.deleted');
      }),
    );
  });
});

describe('changes of a conversation', () => {
  it.each<[Row | undefined, Row | undefined, readonly string[]]>([
    [undefined, conversation, ['conversation.created']],
    [conversation, { ...conversation, title: 'Another' }, ['conversation.updated']],
    [conversation, { ...conversation, tags: { b: '2', a: '1' } }, []],
    [conversation, { ...conversation, metrics: { accumulated_cost: 1 }, updated_at: 'later' }, []],
    [conversation, { ...conversation, execution_status: 'finished' }, ['conversation.status_changed']],
    [
      conversation,
      { ...conversation, execution_status: 'finished', title: 'Another' },
      ['conversation.status_changed', 'conversation.updated'],
    ],
    [conversation, undefined, ['conversation.deleted']],
  ])('from %j to %j give the messages %j', (before, after, types) =>
    expect(typesOf('conversation_id', before, after)).toEqual(types),
  );

  it('name the changed fields, in a body of bounded length', () => {
    const after = { ...conversation, title: 'x'.repeat(100_000) };

    const [message] = messagesOfRecord(record('conversation_id', conversation, after));

    expect(JSON.parse(message?.body ?? '').data.changed).toEqual(['title']);
    expect(message?.body.length).toBeLessThan(1_000);
  });
});

describe('the outbox', () => {
  const row = {
    event_id: 'key-1/revoked',
    type: 'key.revoked',
    object_id: 'key-1',
    occurred_at: '2026-03-01T12:00:00.000Z',
    data: { id: 'key-1', scopes: ['usage:read'] },
    owner_id: 'owner',
  };

  it('is sent unchanged, once for each of its ids', () => {
    const [message] = messagesOfRecord(record('event_id', undefined, row, '1'));
    const [again] = messagesOfRecord(record('event_id', undefined, row, '2'));

    expect(JSON.parse(message?.body ?? '')).toEqual({ type: row.type, timestamp: row.occurred_at, data: row.data });
    expect(again?.messageId).toBe(message?.messageId);
    expect(typesOf('event_id', row, undefined)).toEqual([]);
  });

  it('skips rows that it cannot parse', () => {
    expect(typesOf('event_id', undefined, { ...row, type: 'key.eaten' })).toEqual([]);
  });
});
