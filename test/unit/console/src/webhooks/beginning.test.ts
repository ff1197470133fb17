import { describe, expect, it } from 'vitest';
import { beginningOf } from '../../../../../console/src/pages/webhooks/delivery-dialog.tsx';

describe('beginningOf', () => {
  it.each([
    ['all of a short text', 'one\ntwo', 'one\ntwo'],
    ['five lines', '1\n2\n3\n4\n5\n6', '1\n2\n3\n4\n5'],
    ['300 characters', 'x'.repeat(301), 'x'.repeat(300)],
    ['whole characters alone', `${'x'.repeat(299)}🙂🙂`, `${'x'.repeat(299)}🙂`],
  ])('is %s', (_, text, beginning) => expect(beginningOf(text)).toBe(beginning));
});
