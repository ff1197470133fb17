import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Ingress } from '../sandboxes/ingress/ingress.ts';
import { type SandboxStore, WATCH_SEGMENTS, WatchCursor } from '../sandboxes/store/sandbox-store.ts';
import { checkSandbox, nameOfSandbox, readShared } from './check-sandboxes.ts';
import type { OfferDeps } from './offer-turns.ts';
import { type DiskSweepDeps, sweepDisks } from './sweep-disks.ts';
import type { SweepCursors, SweepProgress } from './sweep-progress.ts';
import type { SweepRun } from './sweep-run.ts';

export interface LookDeps extends DiskSweepDeps {
  readonly sandboxes: SandboxStore;
  readonly ingress: Pick<Ingress, 'renewal'>;
  readonly progress: SweepProgress;
  /** Invokes a worker that reconciles sandboxes at given times; returns at once. */
  readonly wake: OfferDeps['wake'];
  readonly now: Clock;
}

/** A part of the sweep of a large fleet with its own worker: one segment of sandboxes, or all disks. */
export const Segment = z.union([z.int().min(0).lt(WATCH_SEGMENTS), z.literal('disks')]);
export type Segment = z.infer<typeof Segment>;

export const segments: readonly Segment[] = [...Array.from({ length: WATCH_SEGMENTS }, (_, index) => index), 'disks'];

/** The name of the segment's part. */
export function partOf(segment: Segment): string {
  return segment === 'disks' ? segment : `segment-${segment}`;
}

const Place = z.string().transform((text) => WatchCursor.parse(JSON.parse(text)));

/**
 * Sweeps one segment, a page of rows at a time, from where the last run stopped. A run without time for the whole
 * segment does as much as it can, and the next run continues.
 */
export async function sweepSegment(
  segment: Segment,
  run: SweepRun,
  places: SweepCursors,
  deps: LookDeps,
): Promise<void> {
  if (segment === 'disks') await sweepAllDisks(run, places, deps);
  else await run.part(1, () => sweepSandboxes(segment, run, places, deps));
  await run.wakeSleepers(deps.wake);
  await places.write();
}

async function sweepAllDisks(run: SweepRun, places: SweepCursors, deps: LookDeps): Promise<void> {
  await sweepDisks(run, 0, deps);
  if (run.isComplete) places.report(partOf('disks'), null, true);
}

async function sweepSandboxes(segment: number, run: SweepRun, places: SweepCursors, deps: LookDeps): Promise<void> {
  const part = partOf(segment);
  const text = places.of(part);
  let reached = text;
  for await (const page of deps.sandboxes.watchedIn(segment, text === null ? null : Place.parse(text))) {
    const shared = await readShared(page, run, deps);
    const begun = await run.inOrder(page, nameOfSandbox, (sandbox) => checkSandbox(sandbox, shared, run, deps));
    const last = page[begun - 1];
    if (last) reached = JSON.stringify(WatchCursor.parse(last));
    if (begun < page.length) {
      run.skip(page.length - begun);
      return places.report(part, reached, false);
    }
  }
  places.report(part, null, true);
}
