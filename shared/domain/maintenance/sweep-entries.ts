import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Metric } from '../../platform/metrics.ts';
import type { EdgeEntries } from '../sandboxes/edge/edge-entries.ts';
import { addressIdOf, type EdgeRow, type StoreRow } from '../sandboxes/edge/edge-row.ts';
import type { LiveRows } from '../sandboxes/edge/edge-rows.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { Head } from './fleet.ts';
import type { SweepRun } from './sweep-run.ts';

/** What the sweep needs of the entries at the edge. */
export interface EntriesAtEdge {
  readonly entries: EdgeEntries;
  readonly rows: LiveRows;
  /** Starts the comparison of the whole store with the rows; returns at once. */
  readonly compare: () => Promise<void>;
}

interface EntrySweepDeps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly metric: Metric;
  readonly now: Clock;
}

/** The writer is asked again for a row that waits for this long, in milliseconds. */
const QUIET = 30_000;

/** A row that waits for this long is reported, in milliseconds. */
const LATE = 3 * 60_000;

/** The least time between two comparisons of the whole store, which cost a call for 50 entries, in milliseconds. */
const BETWEEN_COMPARISONS = 60 * 60_000;

/** How long the sweep trusts, while nothing runs, that there are no entries, in milliseconds. */
const TRUSTED = 10 * 60_000;

/** How old the word of ECS can be that a task runs, in milliseconds. */
const ECS_LAG = 30_000;

/** What the sweep knows of all tasks and sandboxes. */
interface Seen {
  readonly heads: readonly Head[];
  readonly taskArns: ReadonlySet<string>;
  readonly at: Date;
}

/**
 * Compares the entries at the edge with the sandboxes, in both directions: a sandbox that stopped asks for the removal
 * of its entry, and one that runs for its current entry. Reminds the writer of what it has not written.
 */
export async function sweepEntries(
  run: SweepRun,
  seen: Seen,
  edge: EntriesAtEdge,
  deps: EntrySweepDeps,
): Promise<void> {
  const store = await edge.rows.store();
  if (seen.heads.length > 0 || !isEmpty(store, deps)) await checkEntries(run, seen, edge, deps);
  await compareIfDue(store, edge, deps);
}

/** Saves the reads of each minute in which nothing runs. The store was not changed since a sweep found no rows. */
function isEmpty({ empty_at: emptyAt, changed_at: changedAt }: StoreRow, { now }: EntrySweepDeps): boolean {
  return emptyAt > changedAt + QUIET && now().getTime() - emptyAt < TRUSTED;
}

async function checkEntries(run: SweepRun, seen: Seen, edge: EntriesAtEdge, deps: EntrySweepDeps): Promise<void> {
  const rows: EdgeRow[] = [];
  for await (const page of edge.rows.live()) rows.push(...page);
  const heads = new Map(seen.heads.map((head) => [head.address_id, head]));
  await run.each('entries', rows, nameOf, (row) => checkEntry(row, heads.get(idOf(row)), edge, deps));
  const known = new Set(rows.filter(({ state }) => state === 'held').map(idOf));
  const missing = seen.heads.filter((head) => head.entry !== null && !known.has(head.address_id));
  await run.each('entries-missing', missing, nameOfHead, (head) => takeAgain(head, seen, edge, deps));
  report(rows, deps);
  if (rows.length + seen.heads.length === 0) await edge.rows.foundEmpty(seen.at);
}

async function checkEntry(row: EdgeRow, head: Head | undefined, edge: EntriesAtEdge, deps: EntrySweepDeps) {
  if (row.state === 'held' && !(await isWanted(row, head, deps)))
    await edge.entries.leave({ address_id: idOf(row), generation: row.generation });
  else if (row.state === 'held' && head?.entry && head.entry !== row.value) await refresh(head, edge, deps);
  else await remind(row, edge, deps);
}

/** The list of sandboxes can be older than the row. */
async function isWanted(row: EdgeRow, head: Head | undefined, { sandboxes }: EntrySweepDeps): Promise<boolean> {
  if (head && head.generation === row.generation && holdsEntry(head)) return true;
  if (row.owner_id === undefined || row.sandbox_id === undefined) return false;
  const sandbox = await sandboxes.find(row.owner_id, row.sandbox_id);
  return sandbox !== undefined && sandbox.generation === row.generation && holdsEntry(sandbox);
}

/** An agent whose session key was replaced gets no requests of clients any more. */
function holdsEntry({ phase, session_rotates: rotates }: Pick<Head, 'phase' | 'session_rotates'>): boolean {
  return !rotates && (phase === 'BOOTING' || phase === 'RUNNING');
}

async function refresh(head: Head, edge: EntriesAtEdge, { sandboxes }: EntrySweepDeps): Promise<void> {
  const sandbox = await sandboxes.find(head.owner_id, head.sandbox_id);
  if (sandbox) await edge.entries.refresh(sandbox);
}

async function remind(row: EdgeRow, { rows }: EntriesAtEdge, { now }: EntrySweepDeps): Promise<void> {
  const waitsFor = row.write !== undefined || row.overflow === true;
  if (!waitsFor || now().getTime() - Math.max(row.asked_at, row.reminded_at ?? 0) < QUIET) return;
  await rows.change(row, { write: 'yes', reminded_at: now().getTime() });
}

/** Only while ECS says that its task runs: its address may be another sandbox's otherwise. */
async function takeAgain(
  head: Head,
  { taskArns, at }: Seen,
  edge: EntriesAtEdge,
  { sandboxes }: EntrySweepDeps,
): Promise<void> {
  if (head.task_arn === null || !taskArns.has(head.task_arn)) return;
  const sandbox = await sandboxes.find(head.owner_id, head.sandbox_id);
  if (sandbox?.phase !== 'RUNNING' || !holdsEntry(sandbox)) return;
  if (sandbox.task_arn !== head.task_arn || sandbox.public_address === null) return;
  await edge.entries.take(sandbox, sandbox.public_address, new Date(at.getTime() - ECS_LAG));
}

/** Rings an alarm for what an operator has to look at. */
function report(rows: readonly EdgeRow[], { metric, now }: EntrySweepDeps): void {
  const late = rows.filter(({ write, asked_at: at }) => write !== undefined && now().getTime() - at > LATE).length;
  const overflowed = rows.filter(({ overflow }) => overflow === true).length;
  if (late + overflowed === 0) return;
  log.error('the edge lacks entries of sandboxes', { late, overflowed });
  metric('RecordsDamaged', late + overflowed, 'Count');
}

async function compareIfDue(store: StoreRow, { compare }: EntriesAtEdge, { now }: EntrySweepDeps): Promise<void> {
  const { changed_at: changedAt, compared_at: comparedAt } = store;
  const time = now().getTime();
  if (changedAt <= comparedAt || time - comparedAt < BETWEEN_COMPARISONS) return;
  log.info('the store at the edge is compared with the rows');
  await compare();
}

function idOf(row: EdgeRow): string {
  return addressIdOf(row.entry_id) ?? '';
}

function nameOf(row: EdgeRow): string {
  return `entry ${row.entry_id}`;
}

function nameOfHead({ owner_id: ownerId, sandbox_id: id }: Head): string {
  return `entry of ${ownerId}/${id}`;
}
