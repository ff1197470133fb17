/** Why a sandbox is in its state. `remedy`: what people can do. `retryable`: whether resuming can help. */
export interface StatusReason {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly retryable: boolean;
}

/** Every failure of compute: its cause, and the remedy. */
const failures = {
  capacity_unavailable: [
    'AWS has no capacity for this sandbox right now',
    'Try again later, or choose a spec of another size.',
  ],
  vcpu_quota_reached: [
    'The AWS account of this deployment has reached its vCPU quota',
    'Pause sandboxes that you do not need. The operator can ask AWS for a higher Fargate vCPU quota.',
  ],
  throttled: ['AWS is throttling, because too many sandboxes are starting', 'Try again in a minute.'],
  image_not_found: [
    'The image of this sandbox does not exist',
    'Ask the operator to correct the image in the sandbox spec.',
  ],
  image_pull_failed: [
    'The image of this sandbox could not be fetched',
    'Resume the sandbox. If it fails again, the operator must check the registry and the network.',
  ],
  volume_not_created: [
    'The disk of this sandbox could not be created',
    'Resume the sandbox. If it fails again, the operator must check the EBS quotas and keys: a key of the account must be in the setting volumeKeyArn or ebsKeyArns.',
  ],
  disk_rate_quota_reached: [
    'The AWS account of this deployment has reached its quota for the rate at which disks are filled',
    'The service starts the sandbox without that rate. Nothing to do.',
  ],
  volume_key_unusable: [
    'The key that encrypts the disk of this sandbox cannot be used',
    "Ask the operator to enable the key, to allow the service's VolumeRole in its policy, and to name it in the setting volumeKeyArn, or in ebsKeyArns if it is the account's default EBS key or the key of an earlier snapshot.",
  ],
  out_of_memory: [
    'The sandbox used more memory than it has',
    'Resume the sandbox to continue from its workspace. If it happens again, start one from a larger spec.',
  ],
  disk_full: [
    'The agent server exited while the disk of the sandbox was full',
    'Resume the sandbox and delete files that you do not need. If it happens again, start one from a spec with a larger workspace.',
  ],
  spot_interrupted: ['AWS took back the spare capacity that the sandbox ran on', 'Resume the sandbox to continue.'],
  host_retired: ['AWS retired the host that the sandbox ran on', 'Resume the sandbox to continue.'],
  host_failed: ['The host that the sandbox ran on failed', 'Resume the sandbox to continue.'],
  agent_exited: [
    'The agent server in the sandbox exited',
    'Resume the sandbox to start it again. The log of its task has details.',
  ],
  stopped_by_operator: ['An operator stopped the sandbox in the AWS account', 'Resume the sandbox to continue.'],
  access_denied: [
    'This service lacks a permission that it needs to run sandboxes',
    'Ask the operator to correct the permissions of this service.',
  ],
  spec_invalid: ['The spec of this sandbox is invalid', 'Ask the operator to correct the sandbox spec.'],
  program_not_installed: [
    'The sandbox needs a program that is not installed on this machine',
    'Install the program and start again, or choose another sandbox spec.',
  ],
  launch_refused: [
    'AWS refused to start the sandbox',
    'Ask the operator to correct the configuration of this service.',
  ],
  task_failed_to_start: ['The sandbox did not start', 'Resume the sandbox to try again.'],
} as const satisfies Record<string, readonly [string, string]>;

export type FailureCode = keyof typeof failures;

/** Every code, for the documentation. A function: a list made at once would keep this file's texts in each bundle. */
export const failureCodes = () => Object.keys(failures) as readonly FailureCode[];

/** @param said the message from AWS, which is quoted */
export function failureReason(code: FailureCode, retryable: boolean, said = ''): StatusReason {
  const [sentence, remedy] = failures[code];
  const quoted = quote(said);
  return { code, message: quoted === '' ? `${sentence}.` : `${sentence}: ${quoted}.`, remedy, retryable };
}

/** The reason of a local sandbox whose program is missing. @param program its name */
export function notInstalled(program: string, install: string): StatusReason {
  return {
    code: 'program_not_installed',
    message: `${program} is not installed on this machine.`,
    remedy: `Install it with \`${install}\` and start again, or choose another sandbox spec.`,
    retryable: false,
  };
}

/** The length of AWS messages in reasons, in characters. */
const QUOTED = 300;

/** A message from AWS for clients: without account numbers, resource names and the last full stop. */
export function quote(said: string): string {
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
  snapshotFailed('EC2 gave no reason'),
  snapshotQuotaReached,
  workspaceOutdated(null),
  workspaceUnmounted,
  workspaceLost,
  baseUnavailable(null),
  workspaceExpired(30),
];
