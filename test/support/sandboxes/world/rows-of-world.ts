import { accountOf } from '../../../../shared/domain/billing/budgets/account.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';
import { MemoryUsage } from '../../billing/memory-usage.ts';
import {
  MemoryConversationDeletions,
  MemoryConversationStore,
} from '../../conversations/record/memory-conversation-store.ts';
import {
  MemoryConversationStarts,
  MemoryEndedStarts,
  MemoryStartTaskStore,
} from '../../conversations/start/memory-start-task-store.ts';
import { someKeys } from '../../platform/memory-master-keys.ts';
import { SettableClock } from '../../platform/settable-clock.ts';
import { MemorySandboxStore } from '../memory-sandbox-store.ts';
import type { MemorySnapshotStore } from '../memory-snapshot-store.ts';

/** The rows of the simulated world. */
export class RowsOfWorld {
  readonly clock = new SettableClock();
  readonly sandboxes: MemorySandboxStore;
  readonly startTasks = new MemoryStartTaskStore();
  readonly conversations = new MemoryConversationStore();
  readonly starts: MemoryConversationStarts;
  readonly endedStarts: MemoryEndedStarts;
  readonly deletions: MemoryConversationDeletions;
  readonly usage = new MemoryUsage();
  readonly keys = someKeys();

  constructor(sandboxes = (now: Clock) => new MemorySandboxStore(now)) {
    this.sandboxes = sandboxes(this.clock.now);
    this.starts = new MemoryConversationStarts(this);
    this.endedStarts = new MemoryEndedStarts(this);
    this.deletions = new MemoryConversationDeletions(this);
    // More than all reservations together, so that it refuses only if reservations are not released.
    this.sandboxes.limits.set('ann', accountOf({ owner_id: 'ann', monthly_sandbox_hours: 2 }).limits);
  }

  /** The snapshots of owners, whose holds change with the rows of sandboxes. */
  get snapshots(): MemorySnapshotStore {
    return this.sandboxes.snapshots;
  }

  /** The sandboxes of owners. */
  rows(): Sandbox[] {
    return [...this.sandboxes.rows.values()].filter(({ warm }) => warm === null);
  }

  /** The tasks of the warm pool, including claimed and discarded ones. */
  warmRows(): Sandbox[] {
    return [...this.sandboxes.rows.values()].filter(({ warm }) => warm !== null);
  }
}
