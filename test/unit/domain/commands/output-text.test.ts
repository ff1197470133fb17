import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodedAbout, readBegun, readResult } from '../../../../shared/domain/commands/command-record.ts';
import { incompleteEnd, pieceOf } from '../../../../shared/domain/commands/output-text.ts';

/** What a client reads from pieces that were cut anywhere. */
function joined(bytes: Buffer, cuts: readonly number[]): Buffer {
  const read: Buffer[] = [];
  let pending = Buffer.alloc(0);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  for (const [index, end] of places.entries()) {
    const whole = Buffer.concat([pending, bytes.subarray(places[index - 1] ?? 0, end)]);
    const shown = whole.length - incompleteEnd(whole);
    pending = whole.subarray(shown);
    const piece = pieceOf(whole.subarray(0, shown));
    read.push('text' in piece ? Buffer.from(piece.text) : Buffer.from(piece.base64, 'base64'));
  }
  return Buffer.concat([...read, pending]);
}

describe('pieces of output', () => {
  it('have every byte once, wherever they are cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.array(fc.nat(), { maxLength: 6 }), (bytes, cuts) => {
        expect(joined(Buffer.from(bytes), cuts)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('are text wherever the output is UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(), (text, place) => {
        const bytes = Buffer.from(text.replaceAll('\0', ''));
        const cut = place % (bytes.length + 1);
        const shown = bytes.subarray(0, cut - incompleteEnd(bytes.subarray(0, cut)));
        expect(pieceOf(shown)).toEqual({ text: shown.toString() });
      }),
    );
  });

  it('are Base64 with NUL, which JSON would make six times as long', () => {
    expect(pieceOf(Buffer.from('a\0'))).toEqual({ base64: 'YQA=' });
  });
});

describe('the files of a command', () => {
  const about = { command: 'ls', cwd: '/workspace', timeout: 60, stdin: false, fingerprint: null };

  it('are read as they were written, with the command shortened', () => {
    expect(readBegun(`17 ${encodedAbout(about)}`)).toEqual({ about, startedAt: 17 });
    const long = readBegun(`17 ${encodedAbout({ ...about, command: 'é'.repeat(2_000) })}`)?.about.command;
    expect(long).toBe(`${'é'.repeat(750)}…`);
    const words = readBegun(`17 ${encodedAbout({ ...about, command: ['a', 'b'.repeat(2_000), 'c'] })}`)?.about.command;
    expect(words).toEqual(['a', `${'b'.repeat(1_498)}…`]);
  });

  it.each(['', 'x', '17 e30=', '17 ####', `99999999999999999999 ${'A'.repeat(9)}`])(
    'are ignored when the sandbox has changed them: %j',
    (text) => expect(readBegun(text)).toBeUndefined(),
  );

  it.each(['', '0 exit', '-1 exit 1 2 3 4', '0 nonsense 1 2 3 4', '0 exit 1 2 3 4 5', '1e3 exit 1 2 3 4'])(
    'have no result when it is damaged: %j',
    (text) => expect(readResult(text)).toBeUndefined(),
  );

  it('have a result', () => {
    const result = { code: 137, reason: 'timeout', endedAt: 20, stdout: 3, stderr: 4 };
    expect(readResult('137 timeout 10 20 3 4\n')).toEqual(result);
  });
});
