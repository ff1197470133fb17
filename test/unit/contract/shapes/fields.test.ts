import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentVersions, isUnsupported, sealsWithBootKey } from '../../../../shared/contract/shapes/agent-versions.ts';
import {
  ConversationId,
  DateTime,
  idList,
  limit,
  QueryBoolean,
  SandboxId,
  Uuid,
} from '../../../../shared/contract/shapes/fields.ts';
import { readRecording } from '../../../../shared/contract/shapes/recording.ts';
import { Branch, Repository } from '../../../../shared/contract/shapes/repository.ts';
import { asLine, freeText, line, webAddress } from '../../../../shared/contract/shapes/text.ts';

describe('date-time of a filter', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00:00.123456Z', '2026-11-21T12:00:00.123Z'],
    ['2026-11-21T14:00:00+02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T14:00:00 02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T07:00:00-05:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 12:00:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 12:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 14:00:00 02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 14:00:00+02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T14:00:00+0200', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 14:00 02:00', '2026-11-21T12:00:00.000Z'],
    [' 2026-11-21T12:00:00Z ', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('converts %s to %s', (text, expected) => {
    expect(DateTime.parse(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '21.11.2026',
    '2026-13-01',
    '2026-02-30',
    '2026-11-21T25:00:00Z',
    '1763726400',
    'T12:00',
    '2026-11-21T12:00:00+99:00',
  ])('refuses %s', (text) => {
    expect(DateTime.safeParse(text).success).toBe(false);
  });

  it.each(['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+12:00'])(
    'converts %s to a text that sorts like the stored times',
    (text) => {
      const { data } = DateTime.safeParse(text);

      expect(data === undefined || /^\d{4}-/.test(data)).toBe(true);
    },
  );
});

describe('ids', () => {
  it('accept any form of a UUID, and get the canonical form', () => {
    const id = '0193aaaabbbb7ccc8dddeeeeffff0000';

    for (const text of [id, id.toUpperCase(), '0193AAAA-bbbb-7ccc-8ddd-eeeeffff0000'])
      expect([Uuid, SandboxId, ConversationId].map((schema) => schema.parse(text))).toEqual([id, id, id]);
  });

  it('of conversations and sandboxes may be chosen words', () => {
    expect(ConversationId.parse('My.run_1-a')).toBe('My.run_1-a');
    expect(Uuid.safeParse('My.run_1-a').success).toBe(false);
    expect(SandboxId.safeParse('x'.repeat(63)).success).toBe(true);
    expect(SandboxId.safeParse('x'.repeat(64)).success).toBe(false);
    expect(ConversationId.safeParse('x'.repeat(100)).success).toBe(true);
    expect(ConversationId.safeParse('x'.repeat(101)).success).toBe(false);
  });

  it('are bounded in number', () => {
    const list = idList(Uuid, 2);

    expect(list.safeParse(['x']).success).toBe(false);
    expect(list.safeParse(Array.from({ length: 3 }, () => 'a'.repeat(32))).error?.issues[0]).toMatchObject({
      message: 'Too many ids requested. Maximum is 2.',
    });
  });
});

describe('page limit', () => {
  it.each([
    ['1', 1],
    ['100', 100],
    [undefined, 20],
  ])('convert %s to %s', (text, expected) => {
    expect(limit(20).parse(text)).toBe(expected);
  });

  it.each(['0', '-1', '101', '1.5', 'x', '', '1e400'])('cannot be %s', (text) => {
    expect(limit(20).safeParse(text).success).toBe(false);
  });
});

describe('boolean of a query', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
    ['True', true],
  ])('converts %s to %s', (text, expected) => {
    expect(QueryBoolean.parse(text)).toBe(expected);
  });

  it('takes true and false only', () => {
    expect(QueryBoolean.safeParse('maybe').success).toBe(false);
  });
});

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

  it('reports only lost characters, as a malformed request', () => {
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
  it('becomes one line of the same length, and a valid line stays unchanged', () => {
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

  it('has spaces for line breaks and U+FFFD for lone surrogates', () => {
    expect(asLine('a\nb\0\ud800')).toBe('a b \ufffd');
  });
});

describe('repository name', () => {
  it.each([
    'o/r',
    'acme-1/Site.js',
    'acme/.github',
    '_a/_b',
    `${'a'.repeat(100)}/r`,
    'g/s/r',
    'org/My%20project/My%20code',
  ])('may be %s', (name) => {
    expect(Repository.safeParse(name).success).toBe(true);
  });

  it.each([
    '',
    'r',
    'o//r',
    'o/../r',
    'o/r/',
    `${'a/'.repeat(21)}r`,
    `${`${'a'.repeat(100)}/`.repeat(5)}r`,
    '/r',
    'o/',
    'o/..',
    '../r',
    'o/.',
    'o/r.git',
    'o/.GIT',
    'o/r r',
    'o/r\n',
    'o\\r',
    'o/r?x',
    'o/r#x',
    'o/a\u202eb',
    'o/\ud800',
    `o/${'a'.repeat(256)}`,
    'https://github.com/o/r',
  ])('cannot be %j', (name) => {
    expect(Repository.safeParse(name).success).toBe(false);
  });
});

describe('branch name', () => {
  it.each(['main', 'feature/x-1', 'v1.2.3', 'fix#12', 'übung', 'a+b', 'user@host'])('may be %s', (name) => {
    expect(Branch.safeParse(name).success).toBe(true);
  });

  it.each([
    '',
    '-x',
    '--upload-pack=ls',
    '/a',
    'a/',
    'a//b',
    'a..b',
    '.a',
    'a/.b',
    'a.lock',
    'a.',
    'a b',
    'a\tb',
    'a~b',
    'a^b',
    'a:b',
    'a@{b',
    '@',
    '\u0007',
    'x'.repeat(1_001),
  ])('cannot be %j', (name) => {
    expect(Branch.safeParse(name).success).toBe(false);
  });
});

it('the offered release of the agent server is in the supported range, and seals after its init', () => {
  expect(isUnsupported(agentVersions.offered)).toBe(false);
  expect(sealsWithBootKey(agentVersions.offered)).toBe(false);
});

it.each([
  [agentVersions.oldest, false],
  [agentVersions.newest, false],
  ['1.50.0', false],
  ['1.43.0', true],
  ['1.9.99', true],
  ['0.99.0', true],
  ['1.58.3', true],
  ['1.100.0', true],
  ['2.0.0', true],
  // Nothing is known of a branch build.
  ['main', false],
  ['1.30.0rc1', false],
  ['', false],
])('release %j of the agent server is unsupported: %j', (version, expected) => {
  expect(isUnsupported(version)).toBe(expected);
});

it.each([
  ['1.43.1', true],
  ['1.56.0', true],
  ['1.57.0', false],
  ['1.58.0', false],
  ['main', false],
])('release %j seals with the key that it was loaded with: %j', (version, expected) => {
  expect(sealsWithBootKey(version)).toBe(expected);
});

const withValue = (json: string) => `[{"kind":"MessageEvent","value":${json}}]`;

describe('a recording', () => {
  it('is read with what agents nest', () => {
    expect(readRecording(withValue('['.repeat(62) + ']'.repeat(62)))).toHaveProperty('events');
  });

  it.each([
    ['JSON can be nested at most 64 levels deep.', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['JSON can have at most 1000000 members and elements.', `[${'1,'.repeat(1_100_000)}1]`],
  ])('is refused before it is built: %s', (problem, json) => {
    expect(readRecording(withValue(json))).toEqual({ problem });
  });
});
