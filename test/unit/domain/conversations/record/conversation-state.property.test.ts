import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { followed, type StateReport } from '../../../../../shared/domain/conversations/record/conversation-state.ts';
import { at } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { searchSize } from '../../../../support/search-size.ts';

const usage = fc.record({ prompt_tokens: fc.nat(9), completion_tokens: fc.nat(9) }).map((tokens) => ({
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

/** Few times and few values, so that many reports are of the same moment. */
const report: fc.Arbitrary<StateReport> = fc.record(
  {
    at: fc.nat(3).map((second) => `${at(second * 1000)}Z`),
    isActivity: fc.boolean(),
    title: fc.constantFrom('one', 'two', 'three'),
    execution_status: fc.constantFrom('idle', 'running', 'paused', 'finished', 'error'),
    metrics: usage,
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

/** The same reports in any order, some of them twice, in batches of any size. */
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
        expect(apply(row, batches)).toEqual(apply(row, [reports]));
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
