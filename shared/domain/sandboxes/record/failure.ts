import type { StatusReason } from './sandbox.ts';

/**
 * How to handle a failure. `capacity`: wait, it comes back. `throttled`: wait a little. `transient`: try again. `spec`:
 * a new try fails the same way. `access`: the deployment lacks a permission; an operator must learn of it.
 */
export type FailureClass = 'capacity' | 'throttled' | 'transient' | 'spec' | 'access';

export interface Failure {
  readonly reason: StatusReason;
  readonly class: FailureClass;
}

/** Every failure of compute: its cause, and the remedy. */
const failures = {
  capacity_unavailable: [
    'AWS has no room for this sandbox at the moment',
    'Try again later, or choose a spec of another size.',
  ],
  vcpu_quota_reached: [
    'This deployment runs as many vCPUs as its AWS account may run at a time',
    'Pause sandboxes that are not needed; the operator can ask AWS for a higher Fargate vCPU quota.',
  ],
  throttled: ['AWS asked to wait, as too many sandboxes start at this moment', 'Try again in a minute.'],
  image_not_found: [
    'The image of this sandbox does not exist',
    'The operator of this service must correct the image of the sandbox spec.',
  ],
  image_pull_failed: [
    'The image of this sandbox could not be fetched',
    'Resume the sandbox; if it fails again, the operator has to look at the registry and at the network.',
  ],
  volume_not_created: [
    'The disk of this sandbox could not be made',
    'Resume the sandbox; if it fails again, the operator has to look at the quotas of EBS, and at its keys: a key of the account must be in the setting volumeKeyArn or ebsKeyArns.',
  ],
  volume_key_unusable: [
    'The key that encrypts the disk of this sandbox cannot be used',
    "The operator of this service must name the key in the setting volumeKeyArn, or in ebsKeyArns if it is the account's default key for EBS or that of an earlier snapshot; its policy must allow the service's VolumeRole, and it must be enabled.",
  ],
  out_of_memory: [
    'The sandbox used more memory than it has',
    'Resume the sandbox to go on from its workspace; start it from a larger spec if it happens again.',
  ],
  spot_interrupted: ['AWS took back the spare capacity that the sandbox ran on', 'Resume the sandbox to go on.'],
  host_retired: ['AWS retired the host that the sandbox ran on', 'Resume the sandbox to go on.'],
  host_failed: ['The host that the sandbox ran on failed', 'Resume the sandbox to go on.'],
  agent_exited: [
    'The agent server in the sandbox ended by itself',
    'Resume the sandbox to start it again; the log of its task tells more.',
  ],
  stopped_by_operator: ['Somebody stopped the sandbox in the AWS account', 'Resume the sandbox to go on.'],
  access_denied: [
    'This service lacks a permission that it needs to run sandboxes',
    'The operator of this service must correct its permissions.',
  ],
  spec_invalid: [
    'The spec of this sandbox cannot be run',
    'The operator of this service must correct the sandbox spec.',
  ],
  launch_refused: ['AWS refused to start the sandbox', 'The operator of this service must correct its configuration.'],
  task_failed_to_start: ['The sandbox did not start', 'Resume the sandbox to try again.'],
} as const satisfies Record<string, readonly [string, string]>;

export type FailureCode = keyof typeof failures;

/** Every code, for the documentation. A function: a list made at once would keep this file's texts in each bundle. */
export const failureCodes = () => Object.keys(failures) as readonly FailureCode[];

/** The length of AWS messages in reasons, in characters. */
const QUOTED = 300;

/** @param said the message from AWS; for a missing permission it is left out. */
export function failure(code: FailureCode, failureClass: FailureClass, said = ''): Failure {
  const [sentence, remedy] = failures[code];
  const quoted = failureClass === 'access' ? '' : quote(said);
  const message = quoted === '' ? `${sentence}.` : `${sentence}: ${quoted}.`;
  const retryable = failureClass !== 'spec' && failureClass !== 'access';
  return { reason: { code, message, remedy, retryable }, class: failureClass };
}

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

/** Raises an alarm for operators about a failure that only they can repair. */
export type OperatorAlarm = (metric: 'AccessErrors' | 'LaunchesRefused') => void;
