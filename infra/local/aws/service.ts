/** The services that functions can call here, named by the prefix of their actions in IAM. */
export type Service =
  | 'cloudfront-keyvaluestore'
  | 'dynamodb'
  | 'ebs'
  | 'ec2'
  | 'ecs'
  | 'kms'
  | 'secretsmanager'
  | 'ses'
  | 'lambda'
  | 'logs';

/** The services that describe the account to an operator. None of our functions may call them. */
export const accountServices = ['cloudformation', 'cloudwatch', 'iam', 'servicequotas', 'sts'] as const;

export type AccountService = (typeof accountServices)[number];

export type AnyService = Service | AccountService;

export function isAccountService(service: AnyService): service is AccountService {
  return (accountServices as readonly AnyService[]).includes(service);
}
