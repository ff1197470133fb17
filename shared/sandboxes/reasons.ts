import type { StatusReason } from './sandbox.ts';
import type { Task } from './task.ts';

/** Why sandboxes stop or fail, in words that say what to do next. */

export function taskStopped(task: Task): StatusReason {
  const why = task.stoppedReason ?? task.stopCode ?? 'no reason was given';
  const exit = task.exitCode === null ? '' : ` (exit code ${task.exitCode})`;
  if (task.stopCode === 'TaskFailedToStart') {
    return {
      code: 'task_failed_to_start',
      message: sentence(why),
      remedy: 'Mend the cause, then resume the sandbox.',
      retryable: true,
    };
  }
  return {
    code: 'task_stopped',
    message: `The sandbox stopped by itself: ${sentence(why + exit)}`,
    remedy: 'Resume the sandbox to start it again.',
    retryable: true,
  };
}

export const taskLost: StatusReason = {
  code: 'task_lost',
  message: 'The task of this sandbox is not known to ECS any more.',
  remedy: 'Resume the sandbox to start it again.',
  retryable: true,
};

export function startTimeout(minutes: number): StatusReason {
  return {
    code: 'start_timeout',
    message: `The sandbox did not start within ${minutes} minutes.`,
    remedy: 'Resume the sandbox to try again; look at the image size and at the Fargate quotas of the account.',
    retryable: true,
  };
}

export function agentNotReady(minutes: number): StatusReason {
  return {
    code: 'agent_not_ready',
    message: `The agent server in the sandbox did not answer within ${minutes} minutes.`,
    remedy: 'Look at the log of the task, then resume the sandbox to try again.',
    retryable: true,
  };
}

export const agentUnreachable: StatusReason = {
  code: 'agent_unreachable',
  message: 'The agent server in the sandbox stopped answering.',
  remedy: 'Resume the sandbox to start it again.',
  retryable: true,
};

export const idle: StatusReason = {
  code: 'idle',
  message: 'The sandbox was paused because nobody used it.',
  remedy: 'Resume the sandbox to go on.',
  retryable: true,
};

export const lifetimeReached: StatusReason = {
  code: 'lifetime_reached',
  message: 'The sandbox reached the longest time that it may run at a stretch.',
  remedy: 'Resume the sandbox to go on.',
  retryable: true,
};

export function launchRefused(code: string, message: string, retryable: boolean): StatusReason {
  const remedy = retryable
    ? 'Resume the sandbox later.'
    : 'The operator of this service has to mend its configuration.';
  return { code, message: sentence(message), remedy, retryable };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
