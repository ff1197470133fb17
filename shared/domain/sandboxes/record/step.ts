import type { PauseReason } from '../../../contract/shapes/enums.ts';
import type { Snapshot } from './disks.ts';
import type { Discard, Sandbox, StatusReason } from './sandbox.ts';
import type { Task } from './task.ts';

/**
 * How an agent responded. `dormant`: a new process waits for its keys. `busy`: it is working, whether or not a client
 * is connected.
 */
export type AgentHealth =
  | { readonly kind: 'ready'; readonly idleSeconds: number; readonly busy: boolean }
  | { readonly kind: 'dormant' }
  | { readonly kind: 'unreachable' }
  /** The edge refuses this service because its keys are missing or wrong, which says nothing about the agent. */
  | { readonly kind: 'hidden' };

/** What a start needs to know of the snapshot that it begins from. */
export interface SeenBase {
  readonly state: 'CREATING' | 'READY' | 'ERROR' | 'DELETING' | 'DELETED';
  readonly ebs_snapshot_id: string | null;
  readonly status_reason: StatusReason | null;
  readonly ready_at: string | null;
}

/** What a worker observed. A missing part was not checked; `absent`: AWS reports that there is none. */
export interface Observation {
  readonly task?: Task | 'absent';
  readonly agent?: AgentHealth;
  readonly snapshot?: { readonly id: string; readonly found: Snapshot | 'absent' };
  readonly base?: { readonly id: string; readonly found: SeenBase | 'absent' };
  /** Whether a queued start may take a turn. */
  readonly turnOffered?: boolean;
  /** Discards that are still in use and not retried in this pass. */
  readonly busyDiscards?: readonly string[];
}

/**
 * What follows the end of a task. `as-wanted`: a request or a limit caused the end. `restart`: it was unrequested, and
 * the sandbox should run again. `give-up`: it was unrequested, and the sandbox cannot run again.
 */
export type EndOutcome = 'as-wanted' | 'restart' | 'give-up';

/** The next thing to do for a sandbox. `none` ends a pass. All effects are safe to repeat. */
export type Step =
  /** `again`: when another pass is due. `ofTurn`: the pass that reserved the start's turn already waits for it. */
  | { readonly kind: 'none'; readonly again?: Date; readonly ofTurn?: boolean }
  | { readonly kind: 'observe' }
  | { readonly kind: 'look-at-snapshot'; readonly snapshotId: string }
  /** Looks whether the snapshot that the start begins from is READY. */
  | { readonly kind: 'look-at-base'; readonly snapshotId: string }
  | { readonly kind: 'base-ready'; readonly ebsSnapshotId: string; readonly readyAt: string | null }
  | { readonly kind: 'lose-base'; readonly reason: StatusReason | null }
  | { readonly kind: 'begin-generation' }
  | { readonly kind: 'run-task' }
  | { readonly kind: 'adopt-task'; readonly task: Task }
  | { readonly kind: 'enter-boot'; readonly task: Task }
  | { readonly kind: 'boot' }
  | { readonly kind: 'reboot' }
  /** Ends the row of a claimed warm task. */
  | { readonly kind: 'settle-claim' }
  | { readonly kind: 'note-activity'; readonly at: Date }
  | { readonly kind: 'mark-unreachable'; readonly since: Date | null }
  /** Checks the agent once more: any use since then prevents the stop. */
  | { readonly kind: 'stop-if-idle' }
  | {
      readonly kind: 'stop';
      readonly endOutcome: EndOutcome;
      readonly reason: StatusReason | null;
      readonly pauseReason: PauseReason | null;
      /** Whether the task is already stopping. */
      readonly sent: boolean;
    }
  | { readonly kind: 'prepare-stop' }
  | { readonly kind: 'send-stop'; readonly taskArn: string }
  | { readonly kind: 'stop-stray'; readonly taskArn: string }
  | {
      readonly kind: 'task-ended';
      readonly endOutcome: EndOutcome;
      readonly reason: StatusReason | null;
      readonly task: Task | undefined;
    }
  | { readonly kind: 'save-volume' }
  | { readonly kind: 'adopt-snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'saved'; readonly snapshot: Snapshot }
  | { readonly kind: 'save-failed'; readonly message: string }
  | {
      readonly kind: 'rest';
      readonly phase: Sandbox['stop_into'];
      readonly reason: StatusReason | null;
      readonly givesUp: boolean;
    }
  | { readonly kind: 'save-first' }
  | { readonly kind: 'discard'; readonly discard: Discard }
  | { readonly kind: 'expire' }
  | { readonly kind: 'lose-workspace' }
  | { readonly kind: 'find-workspace' }
  | { readonly kind: 'begin-deletion' }
  | { readonly kind: 'collect' }
  | { readonly kind: 'bury' };
