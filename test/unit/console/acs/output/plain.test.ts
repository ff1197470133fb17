import { describe, expect, it } from 'vitest';
import { json, oneLine, plain, plainButColours } from '../../../../../console/acs/output/plain.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';

/** Control characters that affect a terminal. */
const attacks = [
  ['moves the cursor', '\u001b[2J\u001b[1;1H'],
  ['names the window', '\u001b]0;evil\u0007'],
  ['writes to the clipboard', '\u001b]52;c;ZXZpbA==\u001b\\'],
  ['is a link', '\u001b]8;;https://evil.example\u001b\\'],
  ['is a string of a device', '\u001bP1$r0m\u001b\\'],
  ['resets the terminal', '\u001bc'],
  ['begins with one character', '\u009b2J'],
  ['ends with one character', '\u001b]0;evil\u009c'],
  ['returns and goes back', '\r\b\u007f'],
  ['turns the direction', '\u202e\u2066\u2069'],
] as const;

describe('texts of others on a terminal', () => {
  it.each(attacks)('contain nothing that %s', (_, attack) => {
    expect(plain(`a${attack}b`)).toBe('ab');
    expect(oneLine(`a\n${attack}b`)).toBe('a b');
    expect(plainButColours(`\u001b[31ma${attack}b\u001b[39m`)).toBe('\u001b[31mab\u001b[39m');
  });

  it('a removed sequence leaves no new one', () => {
    expect(plain('\u001b\u001b[2J[2J')).toBe('[2J');
    expect(plainButColours('\u001b\u001b[1m[2J')).toBe('\u001b[1m[2J');
    expect(plain('\u001b]0;never ended')).toBe('0;never ended');
  });

  it('the time is linear in the length of the text', () => {
    const time = cpuTimeOf(() => {
      for (const piece of ['\u001b', '\u001b]a', '\u001b[;', '\u001b[1', '\u009b;', '\u001bP', ' ', '\r'])
        oneLine(piece.repeat(200_000));
    });
    expect(time).toBeLessThan(2_000);
  });
});

describe('JSON on a terminal', () => {
  it.each(attacks)('has nothing in it that %s, and is the same value', (_, attack) => {
    const value = { [attack]: [attack] };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(json(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(JSON.parse(json(value))).toEqual(value);
  });
});
