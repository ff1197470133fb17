import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { widerPatterns } from '../../../../../infra/docs/compatibility/accepted-changes.ts';
import { openapi } from '../../../../../infra/docs/openapi/document.ts';

const released = readFileSync(join(import.meta.dirname, '../../../../../docs/releases/openapi-0.1.0.json'), 'utf8');
const current = JSON.stringify(openapi());
/** A pattern in a JSON text. */
const quoted = (pattern: string) => `"pattern":${JSON.stringify(pattern)}`;
const releasedPatterns = JSON.stringify(JSON.parse(released));
/** The second pattern of a branch in the release. */
const BRANCH_CHARACTERS = /^(?!@$)[^\s\p{C}~^:?*[\]\\;&|<>$`"'(){}!\ufffd]+$/u;

it.each([...widerPatterns])('%s became wider', (before, after) => {
  expect([releasedPatterns.includes(quoted(before)), current.includes(quoted(after))]).toEqual([true, true]);
  const old = new RegExp(before, 'u');
  const isOld = (text: string) => old.test(text) && (!before.includes('lock') || BRANCH_CHARACTERS.test(text));
  // fast-check has no lookarounds and no classes of Unicode.
  const plain = before.replaceAll(/\(\?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/g, '').replaceAll(/\\p\{\w+\}/g, '');
  const texts = fc.oneof(
    fc.stringMatching(new RegExp(plain, 'u'), { maxLength: 60 }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'abAZ09._-/@%~:é日'), maxLength: 12 }),
  );
  const isNew = new RegExp(after, 'u');
  fc.assert(
    fc.property(texts.filter(isOld), (text) => {
      expect(isNew.test(text)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
