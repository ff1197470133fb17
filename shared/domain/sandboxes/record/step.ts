import type { PauseReason } from '../../../contract/shapes/enums.ts';
import type { Snapshot } from './disks.ts';
import type { Discard, Sandbox, StatusReason } from './sandbox.ts';
import type { Task } from './task.ts';

/** How an agent answered. `dormant`: a new process waits for its keys. `busy`: it works, watched or not. */
export type AgentHealth =
  | { readonly kind: 'ready'; readonly idleSeconds: number; readonly busy: boolean }
  | { readonly kind: 'dormant' }
  | { readonly kind: 'unreachable' }
  /** The edge refuses this service too, as its keys are missing or others: that says nothing of the agent. */
  | { readonly kind: 'hidden' };

/** What a worker observed. A missing part was not checked; `absent`: AWS says that there is none. */
export interface Observation {
  readonly task?: Task | 'absent';
  readonly agent?: AgentHealth;
  readonly snapshot?: { readonly id: string; readonly found: Snapshot | 'absent' };
  /** Whether a start that waits in the queue may take a turn. */
  readonly turnOffered?: boolean;
  /** Discards that could not go yet: they are not tried again in this pass. */
  readonly busyDiscards?: readonly string[];
}

/**
 * What follows the end of a task: `as-wanted` when a request or a limit asked for it; `restart` when none did and the
 * sandbox shall run again; `give-up` when none did and it cannot.
 */
export type EndOutcome = 'as-wanted' | 'restart' | 'give-up';

/** The one next thing to do for a sandbox. `none` ends a pass; effects are safe to repeat. */
export type Step =
  /** `again`: when another pass is due. `ofTurn`: the pass that took the turn of a start sees to it by itself. */
  | { readonly kind: 'none'; readonly again?: Date; readonly ofTurn?: boolean }
  | { readonly kind: 'observe' }
  | { readonly kind: 'look-at-snapshot'; readonly snapshotId: string }
  | { readonly kind: 'begin-generation' }
  | { readonly kind: 'run-task' }
  | { readonly kind: 'adopt-task'; readonly task: Task }
  | { readonly kind: 'enter-boot'; readonly task: Task }
  | { readonly kind: 'boot' }
  | { readonly kind: 'reboot' }
  /** Ends the row of a warm task that a sandbox has claimed. */
  | { readonly kind: 'settle-claim' }
  | { readonly kind: 'note-activity'; readonly at: Date }
  | { readonly kind: 'mark-unreachable'; readonly since: Date | null }
  /** Asks the agent once more: any use in the meantime wins. */
  | { readonly kind: 'stop-if-idle' }
  | {
      readonly kind: 'stop';
      readonly endOutcome: EndOutcome;
      readonly reason: StatusReason | null;
      readonly pauseReason: PauseReason | null;
      /** Whether the task is stopping already. */
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
