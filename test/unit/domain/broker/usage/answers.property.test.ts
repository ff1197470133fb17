import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelInterface } from '../../../../../shared/domain/broker/calls/model-call.ts';
import { type AnswerReader, WholeAnswerReader } from '../../../../../shared/domain/broker/usage/answer-reader.ts';
import { EventReader } from '../../../../../shared/domain/broker/usage/event-reader.ts';
import { formats } from '../../../../support/models/model-formats.ts';

/** Passes a text through a reader in pieces of these lengths. */
function passed(reader: AnswerReader, text: string, lengths: readonly number[]): string {
  const bytes = Buffer.from(text);
  const given: Uint8Array[] = [];
  let from = 0;
  for (const length of [...lengths, bytes.length]) {
    given.push(reader.write(bytes.subarray(from, from + length)));
    from += length;
  }
  given.push(reader.end());
  return Buffer.concat(given).toString('utf8');
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
const count = fc.integer({ min: 0, max: 1_000_000 });
const tokens = fc.record({ input: count, cacheRead: count, cacheWrite: fc.constant(0), output: count });
/** Texts that look like what the readers look for. */
const said = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"usage":{"prompt_tokens":1}', 'data: {"usage":{}}\n\n', '\\"usage\\"', '}{][', 'usage\r\n\r\n'),
);
/** What readers look at, and something else. */
const special = fc.constantFrom('\n', '\r', '"', '\\', '{', '}', '[', ']', ':', ',', 'd', 'data:', 'usage', 'é');
const talking = ['chat_completions', 'responses', 'messages'] as const satisfies readonly ModelInterface[];

describe('an answer that passes in pieces', () => {
  it.each(talking)('has the tokens that the provider reports, wherever it is cut (%s)', (kind) => {
    fc.assert(
      fc.property(said, tokens, lengths, (text, reported, cuts) => {
        const whole = JSON.stringify(formats[kind].whole({ text, tokens: reported }));
        const reader = new WholeAnswerReader(kind);

        expect(passed(reader, whole, cuts)).toBe(whole);
        expect(reader.tokens()).toEqual(reported);
      }),
    );
  });

  it.each(talking)('has them as a stream, wherever it is cut and however its lines end (%s)', (kind) => {
    fc.assert(
      fc.property(said, tokens, lengths, fc.constantFrom('\n', '\r\n', '\r'), (text, reported, cuts, end) => {
        const asked = { stream: true, stream_options: { include_usage: true } };
        const stream = formats[kind].events({ text, tokens: reported }, asked).join('').replaceAll('\n', end);
        const reader = new EventReader(kind, { hidesUsage: false });

        expect(passed(reader, stream, cuts)).toBe(stream);
        expect(reader.tokens()).toEqual(reported);
        expect(reader.isBetweenEvents).toBe(true);
      }),
    );
  });

  it('loses only the event for which the agent did not ask', () => {
    fc.assert(
      fc.property(said, tokens, lengths, (text, reported, cuts) => {
        const asked = { stream: true, stream_options: { include_usage: true } };
        const events = formats.chat_completions.events({ text, tokens: reported }, asked);
        const reader = new EventReader('chat_completions', { hidesUsage: true });
        const expected = events.filter((event) => !event.includes('"usage":{')).join('');

        expect(passed(reader, events.join(''), cuts)).toBe(expected);
        expect(reader.tokens()).toEqual(reported);
      }),
    );
  });

  it('passes, whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.string({ unit: special, maxLength: 300 }), lengths, fc.boolean(), (text, cuts, hidesUsage) => {
        expect(passed(new WholeAnswerReader('messages'), text, cuts)).toBe(text);
        expect(passed(new EventReader('chat_completions', { hidesUsage }), text, cuts)).toBe(text);
      }),
    );
  });

  it('has no tokens if it stops before the end', () => {
    const events = formats.messages.events({ text: 'Hello' }, { stream: true });
    const reader = new EventReader('messages', { hidesUsage: false });

    passed(reader, events.slice(0, 4).join(''), []);

    expect(reader.tokens()).toBeNull();
  });

  it('keeps what it knows where its end repeats nothing', () => {
    const events = [
      { type: 'message_start', message: { usage: { input_tokens: 9, cache_read_input_tokens: 4, output_tokens: 1 } } },
      { type: 'message_delta', usage: { input_tokens: null, cache_read_input_tokens: null, output_tokens: 7 } },
    ];
    const reader = new EventReader('messages', { hidesUsage: false });

    passed(reader, events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), []);

    expect(reader.tokens()).toEqual({ input: 9, cacheRead: 4, cacheWrite: 0, output: 7 });
  });

  it('of megabytes passes without being held, as an event too', () => {
    const long = `data: {"choices":[{"delta":{"content":"${'x'.repeat(1_000_000)}"}}]}\n\n`;
    const reader = new EventReader('chat_completions', { hidesUsage: true });

    const first = reader.write(Buffer.from(long.slice(0, 500_000)));

    expect(first.length).toBeGreaterThan(0);
    expect(first.length + reader.write(Buffer.from(long.slice(500_000))).length).toBe(long.length);
  });

  it('can be nested deeply, and have names that look like paths', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"response.usage":{"input_tokens":1,"output_tokens":1}}`;
    const reader = new EventReader('responses', { hidesUsage: false });

    passed(reader, `data: ${deep}\n\n`, []);

    expect(reader.tokens()).toBeNull();
  });
});
