import type { Clock } from '../../platform/clock.ts';
import type { Metric } from '../../platform/metrics.ts';
import type { StartTaskStore } from '../conversations/start/task/start-task-store.ts';
import type { Ingress } from '../sandboxes/ingress/ingress.ts';
import type { LaunchPace } from '../sandboxes/launch/tasks.ts';
import type { ReconcileDeps } from '../sandboxes/reconcile/perform.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { KeepDeps } from '../sandboxes/warm/keep-pools.ts';
import type { OfferDeps } from './offer-turns.ts';
import type { SweepProgress } from './sweep-progress.ts';
import type { WatchDeps } from './watch-budgets.ts';

/** What the workers of segments need. */
export interface LookDeps extends ReconcileDeps {
  readonly sandboxes: SandboxStore;
  readonly ingress: Pick<Ingress, 'renewal'>;
  readonly progress: SweepProgress;
  /** Invokes a worker that looks again at given times; returns at once. */
  readonly wake: OfferDeps['wake'];
  readonly now: Clock;
}

export interface SweepDeps extends LookDeps, WatchDeps, OfferDeps, Omit<KeepDeps, 'sandboxes'> {
  readonly sandboxes: SandboxStore;
  readonly now: Clock;
  readonly pace: LaunchPace;
  readonly startTasks: Pick<StartTaskStore, 'watched'>;
  /** Starts the worker of a start task; it returns at once. */
  readonly runStartTask: (ownerId: string, startTaskId: string) => Promise<void>;
  /** Starts the worker of a segment; it returns at once. */
  readonly startSegment: (segment: number | 'disks') => Promise<void>;
  readonly metric: Metric;
}
