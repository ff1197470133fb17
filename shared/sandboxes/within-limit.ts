import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { pauseRequested } from './intents.ts';
import { pausedForAnother } from './reasons.ts';
import { type SandboxChange, SandboxLimitError, type SandboxStore } from './sandbox-store.ts';

/** What to do when the owner runs as many sandboxes as allowed. Nothing is ever evicted unless the request asks for it. */
export interface LimitPolicy {
  readonly limit: number;
  readonly onLimit: 'reject' | 'pause_oldest';
}

/**
 * Makes changes that start a sandbox, within the owner's limit. With `pause_oldest`, the oldest sandbox that counts makes room in the same transaction.
 *
 * @throws AppError `concurrency_limit_exceeded`, with the ids that count.
 */
export async function writeWithinLimit(
  changes: readonly SandboxChange[],
  policy: LimitPolicy,
  deps: { readonly sandboxes: SandboxStore; readonly now: Clock },
  write: (changes: readonly SandboxChange[], limit: number) => Promise<void>,
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  try {
    await write(changes, policy.limit);
  } catch (error) {
    if (!(error instanceof SandboxLimitError)) throw error;
    const ours = new Set(changes.map(({ next }) => next.sandbox_id));
    const counted = (await deps.sandboxes.listCounted(first.next.owner_id)).filter(
      ({ sandbox_id: id }) => !ours.has(id),
    );
    const [oldest] = counted;
    const paused = oldest && pauseRequested(oldest, deps.now(), { pauseReason: 'limit', reason: pausedForAnother });
    if (policy.onLimit === 'reject' || !oldest || !paused)
      throw limitExceeded(
        policy.limit,
        counted.map(({ sandbox_id: id }) => id),
      );
    await write([...changes, { previous: oldest, next: paused }], policy.limit);
  }
}

function limitExceeded(limit: number, running: readonly string[]): AppError {
  const detail = `${limit} sandboxes may run at a time; pause or delete one, or send ?on_limit=pause_oldest`;
  return new AppError('concurrency_limit_exceeded', detail, { extensions: { running_sandbox_ids: running } });
}
