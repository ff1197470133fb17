import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asLine, freeText, line, webAddress } from '../../../../shared/contract/shapes/text.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, text: string) =>
  schema.safeParse(text).success;

const aLine = line(1_000);

describe('a line of text', () => {
  it.each(['café', '漢字', 'family 👩‍👩‍👧‍👦 🏳️‍🌈', 'שלום\u200f', '\u2068isolated\u2069', ''])('accepts %j', (text) => {
    expect(accepts(aLine, text)).toBe(true);
  });

  it.each(['a\0b', 'a\rb', 'a\nb', 'a\tb', '\u007f', 'a\u0085b', 'a\u2028b', 'a\u2029b', '\u202eexe.txt', '\u202a'])(
    'refuses %j',
    (text) => {
      expect(accepts(aLine, text)).toBe(false);
    },
  );

  it.each(['\ud83d', 'a\udc00b', '\udc00\ud83d'])('refuses half of a character', (text) => {
    expect(accepts(aLine, text)).toBe(false);
    expect(accepts(freeText(100), text)).toBe(false);
  });

  it('names lost characters alone, as a malformed request', () => {
    const issues = aLine.safeParse('caf\ufffd\n').error?.issues;

    expect(issues).toMatchObject([{ code: 'custom', params: { code: 'malformed_request' } }]);
  });

  it('counts its length', () => {
    expect([accepts(line(3), 'abc'), accepts(line(3), 'abcd')]).toEqual([true, false]);
  });
});

describe('free text', () => {
  it.each(['two\r\nlines\tand a tab', '\u001b[31mred\u001b[0m', 'a lost \ufffd', '\u202e'])('accepts %j', (text) => {
    expect(accepts(freeText(100), text)).toBe(true);
  });

  it('refuses NUL', () => {
    expect(accepts(freeText(100), 'a\0b')).toBe(false);
  });
});

describe('an address', () => {
  it.each(['http://example.com', 'https://user@example.com:8443/a?b#c', ' https://example.com\n'])(
    'accepts %j',
    (text) => {
      expect(webAddress(100).parse(text)).toBe(text.trim());
    },
  );

  it.each(['', 'example.com', 'ftp://example.com', 'http://', 'http://example.com/\nx', 'http://exa\tmple.com'])(
    'refuses %j',
    (text) => {
      expect(accepts(webAddress(100), text)).toBe(false);
    },
  );

  it.each(['localhost:1', '10.0.0.1', '[::1]:8', 'a_b.internal', 'xn--bcher-kva.example', 'bücher.example', 'end.'])(
    'accepts the host %s',
    (host) => {
      expect(accepts(webAddress(100), `https://${host}/v1`)).toBe(true);
    },
  );

  it.each(['a..b', '.a', '-a.example', 'a-.example', `${'a'.repeat(64)}.example`, '%24', 'a!b', 'host:0', '*.example'])(
    'refuses %s, which can be no host',
    (host) => {
      expect(accepts(webAddress(100), `https://${host}/v1`)).toBe(false);
    },
  );
});

describe('text of an agent', () => {
  it('becomes one line of the same length, which says the same where it was one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff)), (units) => {
        const text = String.fromCharCode(...units);
        const one = asLine(text);

        expect([...one]).toHaveLength([...text].length);
        expect(accepts(aLine, one.replaceAll('\ufffd', '?'))).toBe(true);
        if (accepts(aLine, text)) expect(one).toBe(text);
      }),
    );
  });

  it('has spaces for line breaks and U+FFFD for halves of characters', () => {
    expect(asLine('a\nb\0\ud800')).toBe('a b \ufffd');
  });
});
