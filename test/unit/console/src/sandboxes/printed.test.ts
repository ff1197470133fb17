import { expect, it } from 'vitest';
import { printed } from '../../../../../console/src/pages/sandboxes/printed.ts';

it('printed text has no terminal sequences, and spells out characters that change its direction', () => {
  expect(printed('\u001b[31mred\u001b[0m\tand\n\u202egnp.exe\u0007')).toBe('red\tand\n[U+202E]gnp.exe');
});
