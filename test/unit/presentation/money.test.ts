import { expect, it } from 'vitest';
import { count, dollars } from '../../../shared/presentation/money.ts';

it.each([
  [0, undefined, '$0.00'],
  [0.00004, undefined, '< $0.0001'],
  [0.0123, undefined, '$0.0123'],
  [12.345, undefined, '$12.35'],
  [1_234.5, undefined, '$1,234.50'],
  [0.00001, 4, '< $0.0001'],
  [12, 4, '$12.0000'],
])('dollars(%d, %s) is %s', (amount, digits, text) => {
  expect(dollars(amount, digits)).toBe(text);
});

it('count separates thousands', () => {
  expect(count(1_234_567)).toBe('1,234,567');
});
