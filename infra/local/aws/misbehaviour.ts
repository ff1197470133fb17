import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../iam/access-control.ts';
import { AwsError } from './aws-error.ts';
import type { AwsCall } from './call.ts';
import type { Faults } from './faults.ts';

const throttled: Readonly<Record<Service, readonly [type: string, status: number]>> = {
  dynamodb: ['ThrottlingException', 400],
  ecs: ['ThrottlingException', 400],
  secretsmanager: ['ThrottlingException', 400],
  lambda: ['TooManyRequestsException', 429],
};

const broken: Readonly<Record<Service, string>> = {
  dynamodb: 'InternalServerError',
  ecs: 'ServerException',
  secretsmanager: 'InternalServiceError',
  lambda: 'ServiceException',
};

/**
 * Commits the fault that is due for this call, if any. Resolves to whether the answer shall be dropped.
 *
 * @throws AwsError for a call that is refused instead of done.
 */
export async function misbehave(call: AwsCall, faults: Faults): Promise<boolean> {
  const fault = faults.take(call.service, call.operation, ['throttle', 'error', 'delay', 'drop-answer']);
  switch (fault?.kind) {
    case 'throttle': {
      const [type, status] = throttled[call.service];
      throw new AwsError(type, 'Rate exceeded', status);
    }
    case 'error':
      throw new AwsError(broken[call.service], 'The server encountered an internal error.', 500);
    case 'delay':
      await delay(fault.milliseconds ?? 1000);
      return false;
    default:
      return fault?.kind === 'drop-answer';
  }
}
