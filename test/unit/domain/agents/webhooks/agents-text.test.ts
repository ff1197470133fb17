import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../../shared/domain/conversations/events/event.ts';
import { pack, unpack } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import { followed, reportOfHook } from '../../../../../shared/domain/conversations/record/conversation-state.ts';
import { anEvent, at } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';

function restored(event: AgentEvent): unknown {
  const { content } = pack(event);
  if (content.kind === 'parts') throw new Error('the event needs more than a row');
  const text = content.kind === 'text' ? content.text : unpack(content.packed);
  // DynamoDB and compression use UTF-8, which has no lone surrogates.
  expect(text.isWellFormed()).toBe(true);
  return JSON.parse(text);
}

describe("text in an agent's event", () => {
  it.each([
    ['half of a character', 'cut \ud83d'],
    ['the other half', '\ude42 cut'],
    ['NUL and other control characters', '\0\u001b[31m\u0085'],
    ['U+FFFD', '\ufffd'],
  ])('is stored unchanged: %s', (_, text) => {
    const [short, long] = [anEvent({ output: text }), anEvent({ output: text.repeat(1_000), [text]: 1 })];

    expect(restored(short)).toEqual(short);
    expect(restored(long)).toEqual(long);
  });

  it('is truncated between characters if it is too long', () => {
    const text = JSON.stringify(restored(anEvent({ output: `a${'🙂'.repeat(600_000)}` })));

    expect(text).toContain('characters omitted');
    expect(/\\ud[89a-f]/i.test(text)).toBe(false);
  });
});

describe("what an agent reports for its conversation's row", () => {
  const report = (fields: object) => reportOfHook({ updated_at: at(0), ...fields });

  it('has titles and tags on one line', () => {
    const tags = { 'a\nb': 'c\r\nd\0\ud800' };

    expect(report({ title: ' Fix\n\u202ethe bug\t', tags })).toMatchObject({
      title: 'Fix  the bug',
      tags: { 'a b': 'c  d \ufffd' },
    });
  });

  it('has names of models on one line, also in its statistics', () => {
    const agent = { model_name: 'a\n\u001b[31m\ud800', accumulated_token_usage: { model: '\0' } };

    expect(report({ stats: { usage_to_metrics: { agent } } })).toMatchObject({
      metrics: { model_name: 'a  [31m\ufffd', accumulated_token_usage: { model: ' ' } },
    });
  });

  it('has no half of a character in the order of reports', () => {
    const titled = report({ title: `${'a'.repeat(198)}🙂` });
    const { state_times: times } = followed(aConversation(), titled ? [titled] : []);
    expect(times?.title?.isWellFormed()).toBe(true);
  });

  it.each([
    ['/workspace/project/repo', '/workspace/project/repo'],
    ['relative', undefined],
    ['/workspace/a\nb', undefined],
    [7, undefined],
  ])('has the directory %s in which the agent works, if it is an absolute path', (directory, known) => {
    expect(report({ workspace: { working_dir: directory } })?.working_dir).toBe(known);
  });

  it('omits a model whose name is not one line, and keeps the rest', () => {
    expect(report({ title: 'T', agent: { llm: { model: 'a\nb' } } })).toMatchObject({
      title: 'T',
      llm_model: undefined,
    });
  });
});
