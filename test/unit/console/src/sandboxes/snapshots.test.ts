import { describe, expect, it } from 'vitest';
import {
  activeFiltersOf,
  changesIn,
  dayWords,
  deletionTime,
  detailsIn,
  snapshotSearchOf,
} from '../../../../../console/src/pages/sandboxes/snapshots/snapshot-words.ts';

function form(name: string, days: string): FormData {
  const fields = new FormData();
  fields.set('name', name);
  fields.set('retention_days', days);
  return fields;
}

describe('the form of a snapshot', () => {
  it('empty fields mean no name, and that it is kept', () => {
    expect(detailsIn(form('  ', ''))).toEqual({ name: null, retention_days: null });
    expect(detailsIn(form(' prepared ', '30'))).toEqual({ name: 'prepared', retention_days: 30 });
  });

  it('sends only what was changed', () => {
    const before = { name: 'prepared', retention_days: 30 };
    expect(changesIn(form('prepared', '30'), before)).toBeUndefined();
    expect(changesIn(form('other', '30'), before)).toEqual({ name: 'other' });
    expect(changesIn(form('prepared', ''), before)).toEqual({ retention_days: null });
    expect(changesIn(form('', '7'), before)).toEqual({ name: null, retention_days: 7 });
  });
});

describe('the time of a deletion', () => {
  const ready = '2026-11-20T10:00:00.000Z';

  it('counts days from when the snapshot was ready', () => {
    expect(deletionTime('7', ready)).toBe('2026-11-27T10:00:00.000Z');
  });

  it.each([
    ['no retention', '', ready],
    ['a snapshot that is not ready', '7', null],
    ['a number below 1', '0', ready],
    ['part of a day', '1.5', ready],
    ['what is no number', 'soon', ready],
    ['a number beyond the calendar', '1e15', ready],
  ])('is unknown for %s', (_, days, readyAt) => expect(deletionTime(days, readyAt)).toBeUndefined());

  it('has words for one day and for more', () => {
    expect([dayWords(1), dayWords(30)]).toEqual(['1 day', '30 days']);
  });
});

describe('the filters of snapshots', () => {
  it('are words for people, and fields for the service', () => {
    const filters = { state: 'ERROR', sandbox: 'one' };
    expect(activeFiltersOf(filters).map(({ text }) => text)).toEqual(['Failed', 'one']);
    expect(snapshotSearchOf(filters)).toEqual({ state__eq: 'ERROR', sandbox_id__eq: 'one' });
  });

  it('leave out an unknown state for the service, and show it', () => {
    expect(snapshotSearchOf({ state: 'LOST' })).toEqual({});
    expect(activeFiltersOf({ state: 'LOST' }).map(({ text }) => text)).toEqual(['LOST']);
  });
});
