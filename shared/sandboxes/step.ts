import type { Snapshot } from './disks.ts';
import type { Discard, PauseReason, StatusReason } from './sandbox.ts';
import type { Task } from './task.ts';

/**
 * How the agent of a running sandbox answered. `dormant`: the process is there, but it was started anew and waits for its keys. `busy`: it works on something, whether
 * or not anybody watches.
 */
export type AgentHealth =
  | { readonly kind: 'ready'; readonly idleSeconds: number; readonly busy: boolean }
  | { readonly kind: 'dormant' }
  | { readonly kind: 'unreachable' };

/**
 * What somebody saw of the world. Nothing was looked at where a part is missing; `absent` means that ECS or EC2 was asked and knows no such thing.
 */
export interface Observation {
  readonly task?: Task | 'absent';
  readonly agent?: AgentHealth;
  readonly snapshot?: { readonly id: string; readonly found: Snapshot | 'absent' };
  /** Discards that could not go yet: they are not tried again in this pass. */
  readonly busyDiscards?: readonly string[];
}

/**
 * What becomes of a sandbox whose task is gone, or is made to go: `as-wanted` when somebody asked for it; `restart` when nobody did and it shall run again;
 * `give-up` when nobody did and it cannot.
 */
export type Aftermath = 'as-wanted' | 'restart' | 'give-up';

/** The one next thing to do for a sandbox. `none` ends a pass; effects are safe to repeat. */
export type Step =
  /** `again`: when looking again is known to be worth it. */
  | { readonly kind: 'none'; readonly again?: Date }
  | { readonly kind: 'observe' }
  | { readonly kind: 'look-at-snapshot'; readonly snapshotId: string }
  | { readonly kind: 'begin-generation' }
  | { readonly kind: 'run-task' }
  | { readonly kind: 'adopt-task'; readonly task: Task }
  | { readonly kind: 'enter-boot'; readonly task: Task }
  | { readonly kind: 'boot' }
  | { readonly kind: 'reboot' }
  | { readonly kind: 'note-activity'; readonly at: Date }
  | { readonly kind: 'mark-unreachable'; readonly since: Date | null }
  /** Asks the agent once more: whoever used it in the meantime wins. */
  | { readonly kind: 'stop-if-idle' }
  | {
      readonly kind: 'stop';
      readonly aftermath: Aftermath;
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
      readonly aftermath: Aftermath;
      readonly reason: StatusReason | null;
      readonly task: Task | undefined;
    }
  | { readonly kind: 'save-volume' }
  | { readonly kind: 'adopt-snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'saved'; readonly snapshot: Snapshot }
  | { readonly kind: 'save-failed'; readonly message: string }
  | {
      readonly kind: 'rest';
      readonly phase: 'PAUSED' | 'ERROR';
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
