import type * as z from 'zod';
import type { FileChange } from '../../contract/shapes/snapshot-files.ts';
import type { Clock } from '../../platform/clock.ts';
import { Ext4Error } from '../../platform/ext4/ext4-error.ts';
import type { Inode } from '../../platform/ext4/inode.ts';
import { MAX_PAGE, rowSize } from '../../platform/response-size.ts';
import { MOUNT } from '../sandboxes/agent/workspace-scripts.ts';
import { type Change, changesBetween, type Step } from './changes-between.ts';
import { timeOf } from './list-directory.ts';
import { SandboxPath } from './sandbox-path.ts';
import type { Place, SavedWorkspace } from './saved-workspace.ts';

interface Page {
  readonly limit: number;
  /** The last path that was compared for the page before; empty for the first page. */
  readonly after: Place;
  /** When to return what was found until then. */
  readonly until: Date;
}

interface Changes {
  readonly items: readonly z.input<typeof FileChange>[];
  /** The last path that was compared if there are more; otherwise null. */
  readonly next: Place | null;
}

/**
 * A page of the changes from one saved workspace to another. Where little has changed, much is compared for few
 * changes: at the bounds of a request, the page ends early, and the next one goes on from there.
 *
 * @throws Ext4Error if even the first step is beyond the bounds; as `SavedWorkspace`
 */
export async function pageOfChanges(
  before: SavedWorkspace,
  after: SavedWorkspace,
  { limit, after: from, until }: Page,
  now: Clock,
): Promise<Changes> {
  const items: z.input<typeof FileChange>[] = [];
  let seen: Place | null = null;
  let bytes = 0;
  const steps = withinBounds(changesBetween(before, after, from), () => seen !== null);
  for await (const step of steps) {
    if (step === 'out_of_bounds') return { items, next: seen };
    const { place, changes } = step;
    const views = changes.map(viewOf);
    bytes += rowSize(views);
    const isFull = items.length + views.length > limit || bytes > MAX_PAGE;
    if (items.length > 0 && views.length > 0 && isFull) return { items, next: seen };
    items.push(...views);
    seen = place;
    if (now() >= until) return { items, next: seen };
  }
  return { items, next: null };
}

/** @param hasProgress without any, the next request would fail in the same way */
async function* withinBounds(
  steps: AsyncIterable<Step>,
  hasProgress: () => boolean,
): AsyncGenerator<Step | 'out_of_bounds'> {
  try {
    yield* steps;
  } catch (error) {
    const isBound = error instanceof Ext4Error && (error.problem === 'too_large' || error.problem === 'too_slow');
    if (!isBound || !hasProgress()) throw error;
    yield 'out_of_bounds';
  }
}

function viewOf({ place, change, before, after }: Change): z.input<typeof FileChange> {
  const path = place.reduce((above, name) => above.child(Buffer.from(name, 'latin1')), atMount);
  return {
    path: path.text,
    path_base64: path.isText ? null : path.bytes.toString('base64url'),
    change,
    before: before && stateOf(before),
    after: after && stateOf(after),
  };
}

const atMount = SandboxPath.of({ path: MOUNT }, '/');

function stateOf({ type, size, mode, modifiedAt }: Inode) {
  return {
    type,
    size,
    mode: mode.toString(8).padStart(4, '0'),
    modified_at: timeOf(modifiedAt.seconds + modifiedAt.nanoseconds / 1e9),
  };
}
