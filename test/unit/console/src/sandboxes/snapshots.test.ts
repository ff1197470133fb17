import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../../../console/src/pages/sandboxes/forks/fork-outcome.ts';
import { canBeRestored } from '../../../../../console/src/pages/sandboxes/snapshots/restore-sandbox.tsx';
import {
  activeFiltersOf,
  changesIn,
  dayWords,
  deletionTime,
  detailsIn,
  snapshotSearchOf,
} from '../../../../../console/src/pages/sandboxes/snapshots/snapshot-words.ts';
import { disksOf } from '../../../../../console/src/ui/machine-fields.tsx';

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

describe('the disk of a sandbox that starts from a snapshot', () => {
  const spec = { workspace_gb: 20, workspace_gb_range: { min: 10, max: 100 } };

  it('is that of the spec if the snapshot is smaller', () => {
    expect(disksOf(spec, 5)).toEqual({ min: 10, usual: 20 });
    expect(disksOf(spec)).toEqual({ min: 10, usual: 20 });
  });

  it('is never smaller than the snapshot', () => {
    expect(disksOf(spec, 15)).toEqual({ min: 15, usual: 20 });
    expect(disksOf(spec, 50)).toEqual({ min: 50, usual: 50 });
  });
});

it('the outcome of forks has the started ones, and each reason once', () => {
  const forkOf = (id: string) => ({ sandbox: { id }, error: null });
  const refusedFork = (detail: string) => ({ sandbox: null, error: { detail } });
  const limit = 'The limit of 2 sandboxes is reached.';
  const forks = [forkOf('one'), refusedFork(limit), forkOf('two'), refusedFork(limit), refusedFork('No budget.')];
  expect(outcomeOf(forks)).toEqual({
    started: ['one', 'two'],
    refusals: [
      { detail: limit, count: 2 },
      { detail: 'No budget.', count: 1 },
    ],
  });
});

it('a sandbox can be restored only at rest', () => {
  const all = ['STARTING', 'RUNNING', 'PAUSED', 'ERROR', 'MISSING'] as const;
  expect(all.filter((status) => canBeRestored({ status }))).toEqual(['PAUSED', 'ERROR', 'MISSING']);
});
