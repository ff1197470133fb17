import { quote } from './failure.ts';
import type { StatusReason } from './sandbox.ts';

/** Why the service itself stops or fails sandboxes. Failures of tasks are in failure.ts. */

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

export const launchUnclear: StatusReason = {
  code: 'launch_unclear',
  message: 'AWS has not answered yet whether the sandbox starts.',
  remedy: 'It is asked again; there is nothing to do.',
  retryable: true,
};

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

export const pausedForAnother: StatusReason = {
  code: 'paused_for_another',
  message: 'The sandbox was paused to make room for another one.',
  remedy: 'Resume the sandbox to go on.',
  retryable: true,
};

/** A workspace costs little to keep: a budget must never delete it. */
export const budgetExhausted: StatusReason = {
  code: 'budget_exhausted',
  message: 'The sandbox was paused because a budget of this month is used up. Its files are kept.',
  remedy: 'Resume the sandbox when the budget was raised, or in the next month (UTC).',
  retryable: true,
};

export function snapshotFailed(why: string): StatusReason {
  return {
    code: 'snapshot_failed',
    message: `The workspace could not be saved: ${quote(why)}. Its disk is kept.`,
    remedy: 'Resume the sandbox to save it again and to go on.',
    retryable: true,
  };
}

export const snapshotQuotaReached: StatusReason = {
  code: 'snapshot_quota_reached',
  message:
    'The workspace could not be saved, as this deployment has as many snapshots as AWS allows. Its disk is kept.',
  remedy:
    'Delete sandboxes that are not needed, or ask the operator for a higher EBS snapshot quota; then resume the sandbox to save it again and to go on.',
  retryable: true,
};

export function workspaceOutdated(savedAt: string | null): StatusReason {
  return {
    code: 'workspace_outdated',
    message: `The disk of this sandbox vanished before it was saved. What was saved at ${savedAt ?? 'its last pause'} is still there.`,
    remedy: 'Resume the sandbox to go back to what was saved then.',
    retryable: true,
  };
}

/** Its workspace is saved, but a task from its spec would begin with an empty disk. */
export const workspaceUnmounted: StatusReason = {
  code: 'workspace_unmounted',
  message: 'The spec of this sandbox has no disk any more on which its saved workspace could be mounted. It is kept.',
  remedy: 'The operator of this service has to give the sandbox spec a disk again; then resume the sandbox.',
  retryable: false,
};

/** Nothing can be resumed: an empty disk would only look like the workspace that was lost. */
export const workspaceLost: StatusReason = {
  code: 'workspace_lost',
  message: 'The saved workspace of this sandbox does not exist any more.',
  remedy: 'Start a new sandbox; an operator may look for a copy in the AWS account.',
  retryable: false,
};

export function workspaceExpired(days: number): StatusReason {
  return {
    code: 'workspace_expired',
    message: `The workspace was deleted because nobody resumed it for ${days} days.`,
    remedy: 'Start a new sandbox.',
    retryable: false,
  };
}

/** Every reason of this file, for the documentation. A function, as a list would keep all of them in each bundle. */
export const lifecycleReasons = (): readonly StatusReason[] => [
  taskLost,
  startTimeout(10),
  launchUnclear,
  agentNotReady(5),
  agentUnreachable,
  idle,
  lifetimeReached,
  pausedForAnother,
  budgetExhausted,
  snapshotFailed('EC2 gave no reason'),
  snapshotQuotaReached,
  workspaceOutdated(null),
  workspaceUnmounted,
  workspaceLost,
  workspaceExpired(30),
];
