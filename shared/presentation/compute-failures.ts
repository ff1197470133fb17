import { quote } from './quote.ts';
import type { StatusReason } from './sandbox-reasons.ts';

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
