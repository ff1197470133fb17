import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANSWER_BYTES, answerText } from '../../../../shared/domain/webhooks/http-receiver.ts';

const plain = { 'content-type': 'text/plain' };

function textOf(body: string | Buffer, { headers = plain as Record<string, string>, isWhole = true } = {}) {
  return answerText(Buffer.from(body), isWhole, headers);
}

describe('answerText', () => {
  it('is text of at most 1,024 bytes, without control characters, whatever a receiver answers', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2_500 }),
      fc.string({ unit: 'binary', maxLength: 900 }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, fc.boolean(), (body, isWhole) => {
        const answer = textOf(Buffer.from(body), { isWhole });
        if (answer === null) return;
        expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(ANSWER_BYTES);
        expect(answer.text.isWellFormed()).toBe(true);
        expect(answer.text).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(answer.truncated || isWhole).toBe(true);
      }),
    );
  });

  it('is cut between characters, and says so', () => {
    expect(textOf(`${'x'.repeat(ANSWER_BYTES - 1)}€`)).toEqual({ text: 'x'.repeat(ANSWER_BYTES - 1), truncated: true });
    expect(textOf(`${'x'.repeat(ANSWER_BYTES - 3)}€`)).toEqual({
      text: `${'x'.repeat(ANSWER_BYTES - 3)}€`,
      truncated: false,
    });
    expect(textOf(Buffer.from('a€').subarray(0, 3), { isWhole: false })).toEqual({ text: 'a', truncated: true });
  });

  it.each([
    ['NUL and escape sequences', 'a\0\u001b[2J\u007f\u009b', 'a\ufffd\ufffd[2J\ufffd\ufffd'],
    ['line breaks of other systems', 'a\r\nb\rc\td', 'a\nb\nc\td'],
    ['overrides of direction', 'a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xe2, 0x82]), 'a\ufffd\ufffd'],
    ['a byte order mark', '\ufeffa', 'a'],
  ])('replaces %s', (_, body, text) => expect(textOf(body)).toEqual({ text, truncated: false }));

  it.each([
    ['application/json; charset=utf-8', true],
    ['application/problem+json', true],
    ['TEXT/HTML', true],
    ['application/x-www-form-urlencoded', true],
    ['application/jsonish', false],
    ['application/octet-stream', false],
    ['image/png', false],
    ['', false],
  ])('takes the content type %s for text: %s', (type, isText) =>
    expect(textOf('ok', { headers: { 'content-type': type } }) !== null).toBe(isText),
  );

  it('takes an answer without a content type for text unless it has binary bytes', () => {
    expect(textOf('ok\n', { headers: {} })).toEqual({ text: 'ok\n', truncated: false });
    expect(textOf('\u0001\u0002', { headers: {} })).toBeNull();
  });

  it('is null for an empty answer and for a compressed one', () => {
    expect(textOf('')).toBeNull();
    expect(textOf('ok', { headers: { ...plain, 'content-encoding': 'gzip' } })).toBeNull();
    expect(textOf('ok', { headers: { ...plain, 'content-encoding': 'identity' } })).toMatchObject({ text: 'ok' });
  });
});
