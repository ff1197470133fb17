/** Why a sandbox is in its state. `remedy`: what people can do. `retryable`: whether resuming can help. */
export interface StatusReason {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly retryable: boolean;
}

/** Every failure of compute: its cause and its remedy. */
const failures = {
  capacity_unavailable: [
    'AWS has no capacity for this sandbox',
    'Try again later, or choose a sandbox spec of another size.',
  ],
  vcpu_quota_reached: [
    'This deployment has reached the vCPU quota of its AWS account',
    'Pause sandboxes that you do not need. The operator can request a higher Fargate vCPU quota.',
  ],
  throttled: ['AWS throttled the start because too many sandboxes are starting', 'Try again in a minute.'],
  image_not_found: [
    'The image of this sandbox does not exist',
    'The operator must correct the image of the sandbox spec.',
  ],
  image_pull_failed: [
    'AWS could not pull the image of this sandbox',
    'Resume the sandbox. If it fails again, the operator must check the registry and the network.',
  ],
  volume_not_created: [
    'AWS could not create the disk of this sandbox',
    'Resume the sandbox. If it fails again, the operator must check the quotas of EBS and its keys: the setting volumeKeyArn or ebsKeyArns must name a key of the account.',
  ],
  volume_key_unusable: [
    'AWS cannot use the key that encrypts the disk of this sandbox',
    "The operator must name the key in the setting volumeKeyArn, or in ebsKeyArns if it is the account's default key for EBS or the key of an earlier snapshot. The key must be enabled, and its policy must allow the service's VolumeRole.",
  ],
  out_of_memory: [
    'The sandbox ran out of memory',
    'Resume the sandbox to continue with its workspace. If it happens again, use a larger sandbox spec.',
  ],
  spot_interrupted: ['AWS reclaimed the Spot capacity of the sandbox', 'Resume the sandbox to continue.'],
  host_retired: ['AWS retired the host of the sandbox', 'Resume the sandbox to continue.'],
  host_failed: ['The host of the sandbox failed', 'Resume the sandbox to continue.'],
  agent_exited: [
    'The agent server in the sandbox exited',
    'Resume the sandbox to start it again. The log of its task has details.',
  ],
  stopped_by_operator: ['An AWS user stopped the task of the sandbox', 'Resume the sandbox to continue.'],
  access_denied: [
    'This service lacks a permission to run sandboxes',
    'The operator must correct the permissions of the service.',
  ],
  spec_invalid: ['The spec of this sandbox is not valid', 'The operator must correct the sandbox spec.'],
  launch_refused: ['AWS refused to start the sandbox', 'The operator must correct the configuration of the service.'],
  task_failed_to_start: ['The sandbox did not start', 'Resume the sandbox to try again.'],
} as const satisfies Record<string, readonly [string, string]>;

export type FailureCode = keyof typeof failures;

/** Every code, for the documentation. A function, as a list would keep all texts in each bundle. */
export const failureCodes = () => Object.keys(failures) as readonly FailureCode[];

/** @param said the message from AWS, which is quoted */
export function failureReason(code: FailureCode, retryable: boolean, said = ''): StatusReason {
  const [sentence, remedy] = failures[code];
  const quoted = quote(said);
  return { code, message: quoted === '' ? `${sentence}.` : `${sentence}: ${quoted}.`, remedy, retryable };
}

/** Characters of an AWS message in a reason. */
const QUOTED = 300;

/** A message from AWS without account numbers, resource names and the last full stop. */
function quote(said: string): string {
  return said
    .replace(/\barn:[^\s'",)]+/g, '(a resource)')
    .replace(/\b\d{12}\b/g, '(an account)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, QUOTED)
    .replace(/[\s.]+$/, '');
}

export const taskLost: StatusReason = {
  code: 'task_lost',
  message: 'The task of this sandbox no longer exists in ECS.',
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
  remedy: 'The service asks AWS again. You need to do nothing.',
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
  message: 'The sandbox reached its idle timeout.',
  remedy: 'Resume the sandbox to continue.',
  retryable: true,
};

export const lifetimeReached: StatusReason = {
  code: 'lifetime_reached',
  message: 'The sandbox reached its run time limit.',
  remedy: 'Resume the sandbox to continue.',
  retryable: true,
};

export const pausedForAnother: StatusReason = {
  code: 'paused_for_another',
  message: 'The sandbox was paused to make room for another sandbox.',
  remedy: 'Resume the sandbox to continue.',
  retryable: true,
};

/** A workspace costs little, so a budget never deletes it. */
export const budgetExhausted: StatusReason = {
  code: 'budget_exhausted',
  message: 'The monthly budget is used up. The files of the sandbox are kept.',
  remedy: 'Raise the budget, or resume the sandbox next month (UTC).',
  retryable: true,
};

export function snapshotFailed(why: string): StatusReason {
  return {
    code: 'snapshot_failed',
    message: `The workspace could not be saved: ${quote(why)}. Its disk is kept.`,
    remedy: 'Resume the sandbox. The service first saves the workspace again.',
    retryable: true,
  };
}

export const snapshotQuotaReached: StatusReason = {
  code: 'snapshot_quota_reached',
  message:
    'The workspace could not be saved because this deployment has reached its EBS snapshot quota. Its disk is kept.',
  remedy:
    'Delete sandboxes that you do not need, or ask the operator for a higher EBS snapshot quota. Then resume the sandbox: the service first saves the workspace again.',
  retryable: true,
};

export function workspaceOutdated(savedAt: string | null): StatusReason {
  return {
    code: 'workspace_outdated',
    message: `The disk of this sandbox was lost before it was saved. The workspace of ${savedAt ?? 'its last pause'} is kept.`,
    remedy: 'Resume the sandbox to continue with that workspace.',
    retryable: true,
  };
}

/** The workspace is saved, but a task of the spec would begin with an empty disk. */
export const workspaceUnmounted: StatusReason = {
  code: 'workspace_unmounted',
  message: 'The spec of this sandbox no longer has a disk for its saved workspace. The workspace is kept.',
  remedy: 'The operator must add a disk to the sandbox spec. Then resume the sandbox.',
  retryable: false,
};

/** A resume fails, as an empty disk would look like the lost workspace. */
export const workspaceLost: StatusReason = {
  code: 'workspace_lost',
  message: 'The saved workspace of this sandbox no longer exists.',
  remedy: 'Start a new sandbox. The operator can look for a copy in the AWS account.',
  retryable: false,
};

export function workspaceExpired(days: number): StatusReason {
  return {
    code: 'workspace_expired',
    message: `The workspace was deleted because it was not resumed for ${days} days.`,
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
  snapshotFailed('EC2 gave no reason'),
  snapshotQuotaReached,
  workspaceOutdated(null),
  workspaceUnmounted,
  workspaceLost,
  workspaceExpired(30),
];
