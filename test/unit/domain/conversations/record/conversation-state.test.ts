import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import {
  followed,
  reportOfEvent,
  reportOfHook,
  type StateReport,
} from '../../../../../shared/domain/conversations/record/conversation-state.ts';
import { anEvent, aStateUpdate, at } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { searchSize } from '../../../../support/search-size.ts';

const usage = { prompt_tokens: 10, completion_tokens: 5, model: 'a/b' };
const stats = {
  usage_to_metrics: {
    condenser: { model_name: 'c/d', accumulated_cost: 0.25, accumulated_token_usage: { ...usage, model: 'c/d' } },
    agent: { model_name: 'a/b', accumulated_cost: 0.5, accumulated_token_usage: usage, costs: [{ cost: 0.5 }] },
  },
};

const changeBy = (...events: ReturnType<typeof anEvent>[]) =>
  followed(
    aConversation(),
    events.flatMap((event) => reportOfEvent(event) ?? []),
  );

describe('conversation state', () => {
  it('follows the hook events of the agent', () => {
    const hook = {
      updated_at: '2026-11-21T12:30:00.123456+00:00',
      title: '  Mend the door ',
      execution_status: 'paused',
      stats,
      tags: { team: 'blue' },
      agent: { llm: { model: 'a/b', api_key: '**********' } },
    };

    expect(followed(aConversation(), [reportOfHook(hook) ?? []].flat())).toMatchObject({
      title: 'Mend the door',
      execution_status: 'paused',
      llm_model: 'a/b',
      tags: { team: 'blue' },
      agent_updated_at: '2026-11-21T12:30:00.123456Z',
      updated_at: '2026-11-21T12:30:00.123Z',
    });
  });

  it("sums the usage of all models, under the name of the agent's model", () => {
    const { metrics } = changeBy(aStateUpdate('stats', stats));

    expect(metrics).toMatchObject({
      model_name: 'a/b',
      accumulated_cost: 0.75,
      accumulated_token_usage: { model: 'a/b', prompt_tokens: 20, completion_tokens: 10 },
    });
    expect(metrics).not.toHaveProperty('costs');
  });

  it('follows single changes and full states', () => {
    const picture = {
      execution_status: 'idle',
      tags: { a: 'b' },
      agent: { llm: { model: 'a/b' } },
      stats: { usage_to_metrics: {} },
    };

    const change = changeBy(
      aStateUpdate('full_state', picture),
      aStateUpdate('execution_status', 'running', { timestamp: at(1) }),
    );

    expect(change).toMatchObject({ execution_status: 'running', tags: { a: 'b' }, llm_model: 'a/b' });
    expect(change).not.toHaveProperty('metrics');
  });

  it('follows activity, and ignores the state that an agent reports at each start', () => {
    expect(changeBy(aStateUpdate('execution_status', 'idle', { timestamp: at(60_000) }))).not.toHaveProperty(
      'updated_at',
    );
    expect(changeBy(anEvent({ timestamp: at(60_000) }))).toEqual({
      agent_updated_at: '2026-11-21T12:01:00.000000Z',
      updated_at: '2026-11-21T12:01:00.000Z',
    });
  });

  it('ignores events that are older than its state, and repeated ones', () => {
    const event = aStateUpdate('execution_status', 'finished', { timestamp: at(5_000) });
    const row = { ...aConversation(), ...changeBy(event) };
    const older = aStateUpdate('execution_status', 'running', { timestamp: at(4_000) });

    for (const one of [event, older]) expect(followed(row, [reportOfEvent(one) ?? []].flat())).toEqual({});
  });

  it('remembers the statuses of a run that begins and ends within one delivery, in whatever order they come', () => {
    const events = (['idle', 'running', 'running', 'finished'] as const).map((status, second) =>
      aStateUpdate('execution_status', status, { timestamp: at(second * 1000) }),
    );
    const row = { ...aConversation(), execution_status: 'finished' as const };
    const reports = events.flatMap((event) => reportOfEvent(event) ?? []);

    const change = followed(row, reports);

    expect(change).toMatchObject({ execution_status: 'finished', status_path: ['idle', 'running', 'finished'] });
    expect(followed(row, reports.toReversed())).toEqual(change);
    expect(followed({ ...row, ...change }, reports)).toEqual({});
    const many = Array.from({ length: 50 }, (_, second) =>
      aStateUpdate('execution_status', second % 2 ? 'running' : 'idle', { timestamp: at(second * 1000) }),
    );
    expect(changeBy(...many).status_path).toHaveLength(20);
  });

  it("ignores the agent's title when the user has chosen one", () => {
    const report = reportOfHook({ updated_at: '2026-11-21T12:30:00Z', title: 'theirs' });

    expect(followed(aConversation({ title: 'mine', title_by: 'user' }), [report ?? []].flat())).not.toHaveProperty(
      'title',
    );
  });

  it('ignores the model of the agent until it has the one that its owner chose while it was paused', () => {
    const report = reportOfHook({ updated_at: '2026-11-21T12:30:00Z', agent: { llm: { model: 'a/old' } } });
    const row = aConversation({ llm_model: 'a/new', llm_profile: 'new', llm_profile_pending: true });

    expect(followed(row, [report ?? []].flat())).not.toHaveProperty('llm_model');
    expect(followed({ ...row, llm_profile_pending: false }, [report ?? []].flat())).toMatchObject({
      llm_model: 'a/old',
    });
  });

  it('follows the end of a run that begins at the same time', () => {
    const [running, finished] = ['running', 'finished'].map((status) => aStateUpdate('execution_status', status));
    if (!running || !finished) throw new Error('no events');

    expect(changeBy(finished, running)).toMatchObject({ execution_status: 'finished' });
    expect(changeBy(running, finished)).toMatchObject({ execution_status: 'finished' });
  });

  it.each([
    ['an unknown status', aStateUpdate('execution_status', 'dreaming')],
    ['no object', aStateUpdate('full_state', 'all of it')],
    ['costs below nothing', aStateUpdate('stats', { usage_to_metrics: { agent: { accumulated_cost: -1 } } })],
    [
      'figures that no row can hold',
      aStateUpdate('stats', { usage_to_metrics: { agent: { accumulated_cost: 1e300 } } }),
    ],
    [
      'too large tags',
      aStateUpdate('tags', Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`t${i}`, '漢'.repeat(1_024)]))),
    ],
    ['too many tags', aStateUpdate('tags', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`t${i}`, ''])))],
    ['an empty title', aStateUpdate('title', ' ')],
  ])('ignores %s', (_, event) => {
    expect(changeBy(event)).toEqual({});
  });
});

const anyUsage = fc.record({ prompt_tokens: fc.nat(9), completion_tokens: fc.nat(9) }).map((tokens) => ({
  model_name: 'a/b',
  accumulated_cost: tokens.prompt_tokens,
  max_budget_per_task: null,
  accumulated_token_usage: {
    model: 'a/b',
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    context_window: 0,
    per_turn_token: 0,
    response_id: '',
    ...tokens,
  },
}));

/** Few times and values, so that many reports have the same time. */
const report: fc.Arbitrary<StateReport> = fc.record(
  {
    at: fc.nat(3).map((second) => `${at(second * 1000)}Z`),
    isActivity: fc.boolean(),
    title: fc.constantFrom('one', 'two', 'three'),
    execution_status: fc.constantFrom('idle', 'running', 'paused', 'finished', 'error'),
    metrics: anyUsage,
    tags: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('x', 'y'), { maxKeys: 2 }),
    llm_model: fc.constantFrom('a/b', 'c/d'),
    working_dir: fc.constantFrom('/a', '/b'),
  },
  { requiredKeys: ['at', 'isActivity'] },
);

function apply(row: Conversation, batches: readonly (readonly StateReport[])[]): Conversation {
  let now = row;
  for (const batch of batches) now = { ...now, ...followed(now, batch) };
  return now;
}

/** The same reports in any order and batch size, some of them twice. */
const deliveries = fc.array(report, { minLength: 1, maxLength: 8 }).chain((reports) =>
  fc.record({
    reports: fc.constant(reports),
    again: fc
      .tuple(fc.subarray(reports), fc.constant(reports))
      .chain(([twice, all]) => fc.shuffledSubarray([...all, ...twice], { minLength: all.length + twice.length })),
    size: fc.integer({ min: 1, max: 4 }),
  }),
);

describe('state of a conversation', () => {
  it('is the same for every order, repetition and batching of its events', () => {
    const row = aConversation();
    fc.assert(
      fc.property(deliveries, ({ reports, again, size }) => {
        const batches = Array.from({ length: Math.ceil(again.length / size) }, (_, index) =>
          again.slice(index * size, (index + 1) * size),
        );
        // Each delivery has its own path to the last status.
        const [all, once] = [apply(row, batches), apply(row, [reports])];
        expect({ ...all, status_path: null }).toEqual({ ...once, status_path: null });
      }),
      { numRuns: searchSize.deliveries },
    );
  });

  it('is never older than the newest event', () => {
    const row = aConversation();
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 8 }), (reports) => {
        const after = apply(row, [reports]);
        const newest = reports
          .filter(({ isActivity }) => isActivity)
          .map((one) => one.at)
          .toSorted()
          .at(-1);
        expect(after.agent_updated_at ?? undefined).toBe(newest);
      }),
    );
  });
});
