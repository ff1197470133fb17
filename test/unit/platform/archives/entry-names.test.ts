import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryNames } from '../../../../shared/platform/archives/zip-writer.ts';
import { searchSize } from '../../../support/search-size.ts';

const nameOf = (path: string) => new EntryNames().nameOf(path);

/** Whether the name is a file below the archive's directory on every system. */
function isSafe(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > 4_200 || !name.isWellFormed()) return false;
  return name.split('/').every((part) => {
    const isText = [...part].every((character) => !/[\\:]/.test(character) && !isControl(character));
    const stem = part.split('.')[0]?.trim().toLowerCase() ?? '';
    const isDevice = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/.test(stem);
    return isText && part !== '' && !part.endsWith('.') && !part.endsWith(' ') && !isDevice;
  });
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

const bad = fc.constantFrom(
  '..',
  '.',
  '',
  '\\',
  'C:',
  'c:\\x',
  'CON',
  'nul.txt',
  'LPT¹',
  '\0',
  '\u0085',
  '\ud800',
  'a.',
  ' ',
  '~',
);
const part = fc.oneof(
  fc.array(fc.oneof(bad, fc.constantFrom('a', 'b', '_', '.txt')), { maxLength: 4 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const paths = fc.array(path, { maxLength: 30 });

const options = { numRuns: searchSize.rows };

describe('the names of an archive', () => {
  it('are safe and distinct for any paths, and changed ones are listed with their reasons', async () => {
    await fc.assert(
      fc.property(paths, (list) => {
        const names = new EntryNames();

        const given = list.map((one) => names.nameOf(one));

        expect(given.filter((name) => !isSafe(name))).toEqual([]);
        expect(new Set(given).size).toBe(given.length);
        const plain = list.map((one) =>
          one
            .split('/')
            .filter((each) => each !== '' && each !== '.')
            .join('/'),
        );
        const differing = list.flatMap((from, at) =>
          given[at] === plain[at] && !from.startsWith('/') ? [] : [{ from, to: given[at] }],
        );
        expect(names.renamed.map(({ from, to }) => ({ from, to }))).toEqual(differing);
        expect(names.renamed.every(({ because }) => because.length > 0)).toBe(true);
      }),
      options,
    );
  });

  it('stay unchanged if they are safe', async () => {
    await fc.assert(
      fc.property(path, (one) => {
        if (isSafe(one) && !one.split('/').includes('.')) expect(nameOf(one)).toBe(one);
      }),
      options,
    );
    for (const one of [
      'src/Grüße 👋.md',
      '.env',
      '...a',
      'a b/c~d.tar.gz',
      'console.log',
      'com10',
      '-x',
      'a'.repeat(255),
    ])
      expect([one, nameOf(one)]).toEqual([one, one]);
  });

  it.each([
    ['..\\..\\evil.dll', /^\.\._\.\._evil~\w{8}\.dll$/, 'a backslash separates directories on Windows'],
    ['../../etc/cron.d/x', /^__~\w{8}\/__~\w{8}\/etc\/cron\.d\/x$/, 'Windows drops dots'],
    ['/etc/passwd', /^etc\/passwd$/, 'a path from the root'],
    ['C:/Windows/x', /^C_~\w{8}\/Windows\/x$/, 'a colon names a drive'],
    ['report.txt:hidden', /^report~\w{8}\.txt_hidden$/, 'a colon names a drive'],
    ['a/aux.c', /^a\/_aux~\w{8}\.c$/, 'the name of a device on Windows'],
    ['good.txt\0.exe', /^good\.txt_~\w{8}\.exe$/, 'a control character'],
    ['.. ', /^___~\w{8}$/, 'Windows drops dots'],
    ['', /^unnamed~\w{8}$/, 'it has no name'],
  ])('are changed for %j', (from, to, because) => {
    const names = new EntryNames();

    expect(names.nameOf(from)).toMatch(to);

    expect(names.renamed).toEqual([{ from, to: expect.stringMatching(to), because: expect.stringContaining(because) }]);
  });

  it('stay different, and stay in their directories', () => {
    const names = new EntryNames();

    const given = ['a\\b/one', 'a\\b/two', 'a_b/one', 'a:b/one', 'x', './x', 'x'].map((one) => names.nameOf(one));

    expect(new Set(given).size).toBe(7);
    const [one = '', two = '', plain, , x] = given;
    expect(one.split('/')[0]).toBe(two.split('/')[0]);
    expect([plain, x]).toEqual(['a_b/one', 'x']);
    expect(names.renamed.map(({ from }) => from)).toEqual(['a\\b/one', 'a\\b/two', 'a:b/one', './x', 'x']);
  });

  it('are short, also for paths that no file can have', () => {
    const names = new EntryNames();

    expect(names.nameOf('x/'.repeat(40_000))).toMatch(/^long~\w{8}$/);

    expect(names.renamed[0]?.because).toBe('it is too long');
  });

  it('are the same for the same paths', () => {
    const [first, second] = [new EntryNames(), new EntryNames()];
    const list = ['a\\b', '../x', 'x', 'x'];

    expect(list.map((one) => first.nameOf(one))).toEqual(list.map((one) => second.nameOf(one)));
  });
});
