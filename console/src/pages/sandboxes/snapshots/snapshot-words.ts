import type { Tone } from '../../../../../shared/presentation/conversations.ts';
import { given, isOneOf } from '../../../api/search-params.ts';
import type { Snapshot } from '../../../api/shapes.ts';
import type { SnapshotSearch } from '../../../data/snapshots.ts';
import type { ActiveFilter } from '../../../ui/filter-chips.tsx';
import { textIn } from '../../../ui/forms.ts';
import type { SnapshotUpdate } from './snapshot-queries.ts';

export const stateLooks: Readonly<Record<Snapshot['state'], { readonly word: string; readonly tone: Tone }>> = {
  CREATING: { word: 'Creating', tone: 'info' },
  READY: { word: 'Ready', tone: 'good' },
  ERROR: { word: 'Failed', tone: 'bad' },
};

/** `1 day`, `30 days` */
export function dayWords(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

const DAY = 86_400_000;

/** When a snapshot is deleted; undefined if it is kept, or not ready yet. @param days as typed */
export function deletionTime(days: string, readyAt: string | null): string | undefined {
  const count = Number(days);
  if (readyAt === null || days.trim() === '' || !Number.isInteger(count) || count < 1) return undefined;
  const moment = new Date(Date.parse(readyAt) + count * DAY);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The name and retention in a form, as the service expects them. */
export function detailsIn(fields: FormData): { readonly name: string | null; readonly retention_days: number | null } {
  const [name, days] = [textIn(fields, 'name'), textIn(fields, 'retention_days')];
  return { name: name === '' ? null : name, retention_days: days === '' ? null : Number(days) };
}

/** What a form changes; undefined if it changes nothing. */
export function changesIn(
  fields: FormData,
  before: Pick<Snapshot, 'name' | 'retention_days'>,
): SnapshotUpdate | undefined {
  const { name, retention_days } = detailsIn(fields);
  const changes = {
    ...(name !== before.name && { name }),
    ...(retention_days !== before.retention_days && { retention_days }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The filters in the URL. */
export type SnapshotFilterParams = Partial<Readonly<Record<'sandbox' | 'state', string>>>;

/** The filters in words. */
export function activeFiltersOf({ sandbox, state }: SnapshotFilterParams): readonly ActiveFilter[] {
  const active = [
    { name: 'state', label: 'State', text: state && (isOneOf(stateLooks, state) ? stateLooks[state].word : state) },
    { name: 'sandbox', label: 'Sandbox', text: sandbox },
  ];
  return active.flatMap(({ text, ...rest }) => (text === undefined ? [] : [{ ...rest, text }]));
}

/** The filters as the service expects them. Unknown states are left out. */
export function snapshotSearchOf({ sandbox, state }: SnapshotFilterParams): SnapshotSearch {
  return given({
    state__eq: state !== undefined && isOneOf(stateLooks, state) ? state : undefined,
    sandbox_id__eq: sandbox,
  });
}
