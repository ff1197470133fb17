import { expect, it } from 'vitest';
import { withWarnings } from '../../../../../../shared/domain/conversations/start/task/start-warnings.ts';

const warning = (code: string) => ({ code, message: 'It failed.', detail: null });

it('adds warnings after those of earlier steps, and replaces those of a repeated step', () => {
  const added = [{ code: 'b', message: 'It failed.', output: 'again' }];

  expect(withWarnings([warning('a')], added, [])).toEqual([warning('a'), { ...warning('b'), detail: 'again' }]);
  expect(withWarnings([warning('a'), warning('b')], added, [])).toEqual([
    warning('a'),
    { ...warning('b'), detail: 'again' },
  ]);
});

it('masks secrets before it shortens, and bounds number and length', () => {
  const output = `${'x'.repeat(3_000)} hunter2-secret\n`;
  const [first] = withWarnings(
    [],
    [{ code: 'a', message: 'The key hunter2-secret is wrong.', output }],
    ['hunter2-secret'],
  );

  expect(first?.message).toBe('The key ********** is wrong.');
  expect(first?.detail).toMatch(/^…x+ \*{10}$/);
  expect(first?.detail).toHaveLength(2_001);
  const many = Array.from({ length: 20 }, (_, index) => ({ code: `${index}`, message: 'm'.repeat(5_000) }));
  const kept = withWarnings([], many, []);
  expect([kept.length, kept[0]?.message.length]).toEqual([10, 1_001]);
});
