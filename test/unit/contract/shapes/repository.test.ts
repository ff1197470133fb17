import { describe, expect, it } from 'vitest';
import { Branch, Repository } from '../../../../shared/contract/shapes/repository.ts';

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
    'o/.s/r',
    'o/r/',
    'o/%2e%2e',
    'o/%20r',
    `${'a/'.repeat(21)}r`,
    `${`${'a'.repeat(100)}/`.repeat(5)}r`,
    '/r',
    'o/',
    '-o/r',
    'o/-r',
    'o/..',
    '../r',
    'o/.',
    'o/r.git',
    'o/.GIT',
    'o/r;ls',
    'o/$(ls)',
    'o/`ls`',
    'o/r r',
    "o/r'",
    'o/r\n',
    'o\\r',
    'https://github.com/o/r',
    'ö/r',
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
    'a/-b',
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
    'a;b',
    'a$b',
    'a`b',
    "a'b",
    'a~b',
    'a^b',
    'a:b',
    'a@{b',
    '@',
    '\u0007',
    'x'.repeat(256),
  ])('cannot be %j', (name) => {
    expect(Branch.safeParse(name).success).toBe(false);
  });
});
