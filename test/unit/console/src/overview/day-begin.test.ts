import { expect, it } from 'vitest';
import { dayBegin } from '../../../../../console/src/pages/overview/overview-page.tsx';

it('begins the day at midnight, of UTC or of the reader', () => {
  const moment = new Date('2026-11-24T15:30:00Z');
  expect(dayBegin(moment, true).toISOString()).toBe('2026-11-24T00:00:00.000Z');
  expect(dayBegin(moment, false)).toEqual(new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()));
});
