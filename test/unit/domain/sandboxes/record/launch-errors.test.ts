import { describe, expect, it } from 'vitest';
import {
  classifyLaunchError,
  classifyLaunchFailure,
  isAccessError,
} from '../../../../../shared/domain/sandboxes/record/launch-errors.ts';
import { failureCodes } from '../../../../../shared/presentation/sandbox-reasons.ts';

const role = 'arn:aws:iam::111122223333:role/agents-runtime-volumes';

describe('RunTask that throws', () => {
  it.each<[name: string, message: string, code: string, failureClass: string]>([
    ['ThrottlingException', 'Rate exceeded', 'throttled', 'throttled'],
    ['ClientException', 'Rate exceeded', 'throttled', 'throttled'],
    [
      'ThrottlingException',
      'You’ve reached the limit on the number of vCPUs you can run concurrently',
      'vcpu_quota_reached',
      'capacity',
    ],
    [
      'ClientException',
      "You've reached the limit on the number of tasks you can run concurrently",
      'vcpu_quota_reached',
      'capacity',
    ],
    [
      'AccessDeniedException',
      'User: arn:aws:sts::111122223333:assumed-role/x is not authorized to perform: ecs:RunTask on resource: *',
      'access_denied',
      'access',
    ],
    ['AccessDeniedException', 'User is not authorized to perform: iam:PassRole', 'access_denied', 'access'],
    [
      'ClientException',
      `ECS was unable to assume the role '${role}' that was provided for this task. Please verify that the role being passed has the proper trust relationship and permissions and that your IAM user has permissions to pass this role.`,
      'access_denied',
      'access',
    ],
    [
      'ClientException',
      `User: ${role} is not authorized to perform: kms:GenerateDataKeyWithoutPlaintext on resource: arn:aws:kms:x`,
      'volume_key_unusable',
      'access',
    ],
    ['AccessDeniedException', 'The ciphertext refers to a KMS key that is disabled.', 'volume_key_unusable', 'access'],
    ['BlockedException', 'Your AWS account was blocked.', 'access_denied', 'access'],
    [
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      'access_denied',
      'access',
    ],
    ['ExpiredTokenException', 'The security token included in the request is expired', 'launch_refused', 'transient'],
    ['ClientException', 'TaskDefinition is inactive', 'spec_invalid', 'spec'],
    ['ClientException', 'Unable to find task definition agents-reference', 'spec_invalid', 'spec'],
    ['InvalidParameterException', 'subnetId cannot be empty', 'spec_invalid', 'spec'],
    ['InvalidParameterException', 'Invalid volume configuration: size is too small', 'volume_not_created', 'spec'],
    ['PlatformUnknownException', 'The specified platform version does not exist', 'spec_invalid', 'spec'],
    ['PlatformTaskDefinitionIncompatibilityException', 'not satisfied', 'spec_invalid', 'spec'],
    ['UnsupportedFeatureException', 'not in this Region', 'spec_invalid', 'spec'],
    ['ClusterNotFoundException', 'Cluster not found.', 'launch_refused', 'spec'],
    ['ValidationException', 'something new', 'launch_refused', 'spec'],
  ])('%s: %s', (name, message, code, failureClass) => {
    expect(classifyLaunchError({ name, message })).toMatchObject({ reason: { code }, class: failureClass });
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
