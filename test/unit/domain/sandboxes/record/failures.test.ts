import { describe, expect, it } from 'vitest';
import {
  classifyLaunchError,
  classifyLaunchFailure,
  classifyStop,
  type Failure,
  isAccessError,
} from '../../../../../shared/domain/sandboxes/record/failures.ts';
import { failureCodes } from '../../../../../shared/presentation/compute-failures.ts';

const role = 'arn:aws:iam::111122223333:role/agents-runtime-volumes';

const outcomeOf = ({ reason, class: failureClass }: Failure) => `${reason.code} ${failureClass}`;

/** Errors of RunTask by reason code and failure class. */
const thrown: Readonly<Record<string, readonly (readonly [name: string, message: string])[]>> = {
  'throttled throttled': [
    ['ThrottlingException', 'Rate exceeded'],
    ['ClientException', 'Rate exceeded'],
  ],
  'vcpu_quota_reached capacity': [
    ['ThrottlingException', 'You’ve reached the limit on the number of vCPUs you can run concurrently'],
    ['ClientException', "You've reached the limit on the number of tasks you can run concurrently"],
  ],
  'access_denied access': [
    [
      'AccessDeniedException',
      'User: arn:aws:sts::111122223333:assumed-role/x is not authorized to perform: ecs:RunTask on resource: *',
    ],
    ['AccessDeniedException', 'User is not authorized to perform: iam:PassRole'],
    [
      'ClientException',
      `ECS was unable to assume the role '${role}' that was provided for this task. Please verify that the role being passed has the proper trust relationship and permissions and that your IAM user has permissions to pass this role.`,
    ],
    ['BlockedException', 'Your AWS account was blocked.'],
    ['UnrecognizedClientException', 'The security token included in the request is invalid.'],
  ],
  'volume_key_unusable access': [
    [
      'ClientException',
      `User: ${role} is not authorized to perform: kms:GenerateDataKeyWithoutPlaintext on resource: arn:aws:kms:x`,
    ],
    ['AccessDeniedException', 'The ciphertext refers to a KMS key that is disabled.'],
  ],
  'launch_refused transient': [['ExpiredTokenException', 'The security token included in the request is expired']],
  'spec_invalid spec': [
    ['ClientException', 'TaskDefinition is inactive'],
    ['ClientException', 'Unable to find task definition agents-reference'],
    ['InvalidParameterException', 'subnetId cannot be empty'],
    ['PlatformUnknownException', 'The specified platform version does not exist'],
    ['PlatformTaskDefinitionIncompatibilityException', 'not satisfied'],
    ['UnsupportedFeatureException', 'not in this Region'],
  ],
  'volume_not_created spec': [['InvalidParameterException', 'Invalid volume configuration: size is too small']],
  'launch_refused spec': [
    ['ClusterNotFoundException', 'Cluster not found.'],
    ['ValidationException', 'something new'],
  ],
};

describe('RunTask that throws', () => {
  const cases = Object.entries(thrown).flatMap(([outcome, errors]) =>
    errors.map((error) => [...error, outcome] as const),
  );

  it.each(cases)('%s: %s', (name, message, outcome) => {
    expect(outcomeOf(classifyLaunchError({ name, message }))).toBe(outcome);
  });
});

describe('RunTask that answers with failures', () => {
  it.each<[reason: string | undefined, code: string, failureClass: string]>([
    [
      'Capacity is unavailable at this time. Please try again later or in a different availability zone',
      'capacity_unavailable',
      'capacity',
    ],
    ['You’ve reached the limit on the number of vCPUs you can run concurrently', 'vcpu_quota_reached', 'capacity'],
    ['RESOURCE:MEMORY', 'capacity_unavailable', 'capacity'],
    ['RESOURCE:ENI', 'capacity_unavailable', 'capacity'],
    ['AGENT', 'capacity_unavailable', 'capacity'],
    ['EMPTY CAPACITY PROVIDER', 'capacity_unavailable', 'capacity'],
    ['NO ACTIVE INSTANCES', 'capacity_unavailable', 'capacity'],
    ['ATTRIBUTE', 'spec_invalid', 'spec'],
    ['LOCATION', 'spec_invalid', 'spec'],
    ['ThrottlingException', 'throttled', 'throttled'],
    ['a reason that is not in the table', 'capacity_unavailable', 'capacity'],
    [undefined, 'capacity_unavailable', 'capacity'],
  ])('%s', (reason, code, failureClass) => {
    expect(classifyLaunchFailure({ reason })).toMatchObject({ reason: { code }, class: failureClass });
  });

  it('is classified by the detail too', () => {
    expect(classifyLaunchFailure({ reason: 'MISSING', detail: 'is not authorized to perform' }).class).toBe('access');
  });
});

describe('launch error', () => {
  it('is worth a retry unless the same call would fail the same way', () => {
    const retryable = (name: string, message: string) => classifyLaunchError({ name, message }).reason.retryable;

    expect(retryable('ThrottlingException', 'Rate exceeded')).toBe(true);
    expect(retryable('ClientException', 'TaskDefinition is inactive')).toBe(false);
    expect(retryable('AccessDeniedException', 'no')).toBe(false);
  });

  it('shows users no account numbers, no resource names and no permissions', () => {
    const denied = classifyLaunchError({ name: 'AccessDeniedException', message: `${role} is not authorized` });
    const keyless = classifyLaunchError({ name: 'ClientException', message: `${role} may not use kms:CreateGrant` });
    const broken = classifyLaunchError({ name: 'InvalidParameterException', message: `bad ${role} in 111122223333.` });

    expect(denied.reason.message).toBe('This service lacks a permission that it needs to run sandboxes.');
    expect(keyless.reason.message).toBe('The key that encrypts the disk of this sandbox cannot be used.');
    expect(keyless.reason.remedy).toMatch(/the setting volumeKeyArn, or in ebsKeyArns/);
    expect(broken.reason.message).toBe('The spec of this sandbox is invalid: bad (a resource) in (an account).');
  });

  it('is a sentence of bounded length with a remedy, whatever AWS answers', () => {
    const { reason } = classifyLaunchError({ name: 'ClientException', message: 'long '.repeat(500) });

    expect(reason.message.length).toBeLessThan(400);
    expect(reason.message.endsWith('.')).toBe(true);
    expect(reason.remedy).not.toBe('');
  });

  it('has a code in snake case', () => {
    expect(failureCodes().filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });
});

it.each([
  ['AccessDeniedException', true],
  ['UnauthorizedOperation', true],
  ['AuthFailure', true],
  ['ThrottlingException', false],
])('isAccessError for an error called %s is %s', (name, expected) => {
  expect(isAccessError(Object.assign(new Error('no'), { name }))).toBe(expected);
  expect(isAccessError(name)).toBe(false);
});

/** Reasons of stopped tasks by reason code and failure class. */
const endedStarts: Readonly<Record<string, readonly string[]>> = {
  'image_not_found spec': [
    'CannotPullContainerError: pull image manifest has been retried 1 time(s): failed to resolve ref docker.io/agents/x:1: docker.io/agents/x:1: not found',
    'CannotPullContainerError: The task cannot pull registry/x:1 from the registry. Pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    'CannotPullContainerError: manifest unknown: Requested image not found',
  ],
  'image_pull_failed transient': [
    'CannotPullContainerError: ref pull has been retried 5 time(s): failed to do request: Head "https://x": dial tcp 1.2.3.4:443: i/o timeout',
    'CannotPullContainerError: Error response from daemon: request canceled while waiting for connection',
  ],
  'image_pull_failed throttled': [
    'CannotPullContainerError: httpReadSeeker: failed open: unexpected status code: 429 Too Many Requests - toomanyrequests: You have reached your pull rate limit.',
  ],
  'access_denied access': [
    'CannotPullContainerError: failed to copy: httpReadSeeker: unexpected status code https://x: 403 Forbidden',
    'CannotPullECRContainerError: AccessDeniedException: User: arn:aws:sts::1:assumed-role/x is not authorized to perform: ecr:GetAuthorizationToken',
    'ResourceInitializationError: unable to pull secrets or registry auth: execution resource retrieval failed: unable to retrieve ecr registry auth: service call has been retried 1 time(s): AccessDeniedException: User is not authorized',
    `ECS was unable to assume the configured ECS Infrastructure Role '${role}'. Please verify that the role being passed has the proper trust relationship with Amazon ECS`,
  ],
  'image_pull_failed spec': [
    'CannotPullContainerError: write /var/lib/x: no space left on device',
    "CannotPullContainerError: image Manifest does not contain descriptor matching platform 'linux/arm64'",
  ],
  'task_failed_to_start transient': [
    'ResourceInitializationError: unable to pull secrets or registry auth: execution resource retrieval failed: RequestError: send request failed caused by: Post "https://api.ecr": dial tcp: i/o timeout',
    'Timeout waiting for network interface provisioning to complete.',
    'InternalError: something went wrong',
    '',
  ],
  'spec_invalid spec': [
    'ResourceInitializationError: failed to validate logger args: create stream has been retried 1 times: failed to create Cloudwatch log stream: ResourceNotFoundException: The specified log group does not exist. : exit status 1',
    'CannotStartContainerError: failed to create shim task: exec: "agent": executable file not found in $PATH',
  ],
  'volume_not_created spec': [
    'ECS failed to set up the EBS volume. Encountered IdempotentParameterMismatch; "The client token you have provided is associated with a resource that is already deleted. Please use a different client token."',
    "CannotCreateVolumeError: ECS was unable to create the EBS volume. The snapshot 'snap-1' does not exist.",
  ],
  'volume_not_created capacity': [
    'ECS failed to set up the EBS volume. Encountered VolumeLimitExceeded: you have reached your volume storage quota',
  ],
  'volume_key_unusable access': [
    `CannotCreateVolumeError: ECS was unable to create the EBS volume. User: ${role} is not authorized to perform: kms:CreateGrant`,
    'ECS failed to set up the EBS volume. Encountered InvalidKmsKey.InvalidState; "The KMS key provided is in an incorrect state"',
  ],
  'volume_not_created transient': [
    'ECS timed out while configuring the EBS volume attachment to your Task.',
    'Timeout waiting for EphemeralStorage provisioning to complete.',
  ],
  'capacity_unavailable capacity': [
    "Unexpected EC2 error while attempting to Create Network Interface with public IP assignment enabled in subnet 'subnet-1': InsufficientFreeAddressesInSubnet",
    'Capacity is unavailable at this time. Please try again later or in a different availability zone',
  ],
  'throttled throttled': [
    "Unexpected EC2 error while attempting to Create Network Interface in subnet 'subnet-1': RequestLimitExceeded",
  ],
};

describe('task that did not start', () => {
  const cases = Object.entries(endedStarts).flatMap(([outcome, all]) => all.map((text) => [text, outcome] as const));

  it.each(cases)('%s', (stoppedReason, outcome) => {
    const stop = { stopCode: 'TaskFailedToStart', stoppedReason, exitCode: null };

    expect(outcomeOf(classifyStop(stop))).toBe(outcome);
  });
});

it('a local program that is missing is named with the command that installs it', () => {
  const stoppedReason =
    'CannotStartContainerError: executable file not found: agent-server is not installed on this machine. Install it with: pip install a==1 b==2';

  expect(classifyStop({ stopCode: 'TaskFailedToStart', stoppedReason, exitCode: null })).toEqual({
    reason: {
      code: 'program_not_installed',
      message: 'agent-server is not installed on this machine.',
      remedy: 'Install it with `pip install a==1 b==2` and start again, or choose another sandbox spec.',
      retryable: false,
    },
    class: 'spec',
  });
});

describe('task that ended unexpectedly', () => {
  it.each<[stopCode: string | null, stoppedReason: string | null, exitCode: number | null, code: string]>([
    ['SpotInterruption', 'Your Spot Task was interrupted.', 137, 'spot_interrupted'],
    ['TerminationNotice', 'ECS is performing maintenance on the underlying infrastructure', null, 'host_retired'],
    ['InfrastructureHealth', 'Task stopped: the host is impaired', null, 'host_failed'],
    ['UserInitiated', 'Task stopped by user', 143, 'stopped_by_operator'],
    ['ServiceSchedulerInitiated', 'Scaling activity', null, 'stopped_by_operator'],
    ['EssentialContainerExited', 'Essential container in task exited', 1, 'agent_exited'],
    ['EssentialContainerExited', 'Essential container in task exited', 0, 'agent_exited'],
    [
      'EssentialContainerExited',
      'Essential container in task exited: OutOfMemoryError: Container killed due to memory usage',
      137,
      'out_of_memory',
    ],
    ['EssentialContainerExited', 'OutOfMemoryError: container killed due to memory usage', 137, 'out_of_memory'],
    [null, null, null, 'agent_exited'],
  ])('%s, %s, exit code %s', (stopCode, stoppedReason, exitCode, code) => {
    const { reason, class: failureClass } = classifyStop({ stopCode, stoppedReason, exitCode });

    expect([reason.code, failureClass]).toEqual([code, 'transient']);
  });

  it.each([126, 127])('with exit code %s for a missing program is not worth a restart', (exitCode) => {
    const stop = { stopCode: 'EssentialContainerExited', stoppedReason: 'exited', exitCode };

    expect(classifyStop(stop)).toMatchObject({ reason: { code: 'spec_invalid', retryable: false }, class: 'spec' });
  });

  it('has its exit code in the reason', () => {
    const { reason } = classifyStop({ stopCode: 'EssentialContainerExited', stoppedReason: 'exited', exitCode: 3 });

    expect(reason.message).toBe('The agent server in the sandbox exited: exit code 3.');
  });
});
