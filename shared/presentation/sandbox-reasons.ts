import { quote } from './quote.ts';

/** Why a sandbox is in its state. `remedy`: what people can do. `retryable`: whether resuming can help. */
export interface StatusReason {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly retryable: boolean;
}

export const taskLost: StatusReason = {
  code: 'task_lost',
  message: 'ECS no longer knows the task of this sandbox.',
  remedy: 'Resume the sandbox to start it again.',
  retryable: true,
};

export function startTimeout(minutes: number): StatusReason {
  return {
    code: 'start_timeout',
    message: `The sandbox did not start within ${minutes} minutes.`,
    remedy: 'Resume the sandbox to try again. Check the image size and the Fargate quotas of the account.',
    retryable: true,
  };
}

export const launchUnclear: StatusReason = {
  code: 'launch_unclear',
  message: 'AWS has not confirmed the start of the sandbox yet.',
  remedy: 'The service asks again. Nothing to do.',
  retryable: true,
};

export function agentNotReady(minutes: number): StatusReason {
  return {
    code: 'agent_not_ready',
    message: `The agent server in the sandbox did not respond within ${minutes} minutes.`,
    remedy: 'Check the log of the task, then resume the sandbox to try again.',
    retryable: true,
  };
}

export const agentUnreachable: StatusReason = {
  code: 'agent_unreachable',
  message: 'The agent server in the sandbox stopped responding.',
  remedy: 'Resume the sandbox to start it again.',
  retryable: true,
};

export const idle: StatusReason = {
  code: 'idle',
  message: 'The sandbox was paused because it was idle.',
  remedy: 'Resume the sandbox to continue.',
  retryable: true,
};

export const lifetimeReached: StatusReason = {
  code: 'lifetime_reached',
  message: 'The sandbox reached its maximum running time.',
  remedy: 'Resume the sandbox to continue.',
  retryable: true,
};

export const pausedForAnother: StatusReason = {
  code: 'paused_for_another',
  message: 'The sandbox was paused to make room for another one.',
  remedy: 'Resume the sandbox to continue.',
  retryable: true,
};

/** A workspace costs little to keep: a budget must never delete it. */
export const budgetExhausted: StatusReason = {
  code: 'budget_exhausted',
  message: 'The sandbox was paused because a budget of this month is used up. Its files are kept.',
  remedy: 'Resume the sandbox after the budget is raised, or in the next month (UTC).',
  retryable: true,
};

export const ownerSuspended: StatusReason = {
  code: 'owner_suspended',
  message: 'The sandbox was paused because its owner is suspended. Its files are kept.',
  remedy: 'Ask the operator of this service to lift the suspension. Then resume the sandbox.',
  retryable: false,
};

export function snapshotFailed(why: string): StatusReason {
  return {
    code: 'snapshot_failed',
    message: `The workspace could not be saved: ${quote(why)}. Its disk is kept.`,
    remedy: 'Resume the sandbox: it is saved first.',
    retryable: true,
  };
}

export const snapshotQuotaReached: StatusReason = {
  code: 'snapshot_quota_reached',
  message:
    'The workspace could not be saved, because the AWS account has reached its snapshot quota. Its disk is kept.',
  remedy:
    'Delete sandboxes that you do not need, or ask the operator for a higher EBS snapshot quota. Then resume the sandbox: it is saved first.',
  retryable: true,
};

export function workspaceOutdated(savedAt: string | null): StatusReason {
  return {
    code: 'workspace_outdated',
    message: `The disk of this sandbox vanished before it was saved. What was saved at ${savedAt ?? 'its last pause'} is still there.`,
    remedy: 'Resume the sandbox to go back to that save.',
    retryable: true,
  };
}

/** Its workspace is saved, but a task from its spec would begin with an empty disk. */
export const workspaceUnmounted: StatusReason = {
  code: 'workspace_unmounted',
  message: 'The spec of this sandbox no longer has a disk for its saved workspace. The workspace is kept.',
  remedy: 'The operator of this service must give the sandbox spec a disk again. Then resume the sandbox.',
  retryable: false,
};

/** Nothing can be resumed: an empty disk would only look like the workspace that was lost. */
export const workspaceLost: StatusReason = {
  code: 'workspace_lost',
  message: 'The saved workspace of this sandbox no longer exists.',
  remedy: 'Start a new sandbox. An operator can look for a copy in the AWS account.',
  retryable: false,
};

export const baseLost: StatusReason = {
  ...workspaceLost,
  message: 'The snapshot that this sandbox begins from no longer exists in AWS.',
  remedy: 'Restore another snapshot, or start a new sandbox. An operator can look for a copy in the AWS account.',
};

/** The snapshot that a sandbox begins from. An empty disk would only look like it. */
export function baseUnavailable(why: StatusReason | null): StatusReason {
  const cause = why === null ? 'It was deleted before it was complete.' : why.message;
  return {
    code: 'snapshot_unavailable',
    message: `The snapshot that this sandbox begins from could not be created. ${cause}`,
    remedy: 'Delete this sandbox, and start one from another snapshot.',
    retryable: false,
  };
}

export function workspaceExpired(days: number): StatusReason {
  return {
    code: 'workspace_expired',
    message: `The workspace was deleted because the sandbox was not resumed for ${days} days.`,
    remedy: 'Start a new sandbox.',
    retryable: false,
  };
}

/** The service's own reasons, for the documentation. A function, as a list would keep all texts in each bundle. */
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
  ownerSuspended,
  snapshotFailed('EC2 gave no reason'),
  snapshotQuotaReached,
  workspaceOutdated(null),
  workspaceUnmounted,
  workspaceLost,
  baseUnavailable(null),
  workspaceExpired(30),
];
