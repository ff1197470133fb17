import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import type { Faults } from '../aws/faults.ts';
import type { Service } from '../aws/service.ts';
import type { AwsCall } from './call.ts';

const throttled: Readonly<Record<Service, readonly [type: string, status: number]>> = {
  'cloudfront-keyvaluestore': ['ThrottlingException', 429],
  dynamodb: ['ThrottlingException', 400],
  ec2: ['RequestLimitExceeded', 503],
  ecs: ['ThrottlingException', 400],
  kms: ['ThrottlingException', 400],
  secretsmanager: ['ThrottlingException', 400],
  lambda: ['TooManyRequestsException', 429],
};

const broken: Readonly<Record<Service, string>> = {
  'cloudfront-keyvaluestore': 'InternalServerException',
  dynamodb: 'InternalServerError',
  ec2: 'InternalError',
  ecs: 'ServerException',
  kms: 'KMSInternalException',
  secretsmanager: 'InternalServiceError',
  lambda: 'ServiceException',
};

const DEFAULT_DELAY_MS = 1_000;

interface Surroundings {
  readonly faults: Faults;
  /** The calling function. Calls of others never go wrong, such as the tests' own. */
  readonly caller: { readonly id: string; readonly functionName: string } | undefined;
  /** Kills the running instances of a function. */
  crash(functionName: string): Promise<void>;
}

/** Does a call with its due fault; undefined when the caller gets no answer. @throws AwsError */
export async function misbehave(
  call: AwsCall & { readonly service: Service },
  { faults, caller, crash }: Surroundings,
  perform: () => Promise<Answer>,
): Promise<Answer | undefined> {
  if (!caller) return perform();
  const kinds = ['throttle', 'error', 'refuse', 'delay', 'drop-answer', 'crash'] as const;
  const fault = faults.take(call.service, call.operation, kinds, caller.id);
  switch (fault?.kind) {
    case undefined:
      return perform();
    case 'throttle': {
      const [type, status] = throttled[call.service];
      throw new AwsError(type, 'Rate exceeded', status);
    }
    case 'error':
      throw new AwsError(broken[call.service], 'The server encountered an internal error.', 500);
    case 'refuse':
      throw new AwsError(fault.error, fault.message ?? 'The request was refused.', fault.status ?? 400);
    case 'delay':
      await delay(fault.milliseconds ?? DEFAULT_DELAY_MS);
      return perform();
    case 'drop-answer':
      await perform();
      return undefined;
    case 'crash':
      try {
        if (fault.when === 'after') await perform();
      } finally {
        await crash(caller.functionName);
      }
      return undefined;
  }
}
