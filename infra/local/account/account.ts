import { type Answer, jsonAnswer } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import { isQueryService, queryAnswer } from '../aws/query.ts';
import type { AccountService, AnyService } from '../aws/service.ts';
import { AccountState, type Input, type JsonOperations, type QueryOperations, type Source } from './account-state.ts';
import { cloudformation } from './cloudformation.ts';
import { cloudwatch, ec2Account, iam, lambdaAccount } from './services.ts';

/** As for some quotas in AWS, GetServiceQuota fails for a quota that was never changed. */
const serviceQuotas: JsonOperations = (operation, { ServiceCode, QuotaCode }, { facts }) => {
  const values = { GetServiceQuota: facts.quotas, GetAWSDefaultServiceQuota: defaults }[operation];
  if (values === undefined) return undefined;
  const Value = values[`${String(ServiceCode)}/${String(QuotaCode)}`];
  if (Value === undefined) {
    throw new AwsError('NoSuchResourceException', 'The request failed because the specified quota does not exist.');
  }
  return { Quota: { ServiceCode, QuotaCode, Value, Adjustable: true, GlobalQuota: false } };
};

/** A caller with the local cloud's admin key is the operator. */
const sts: QueryOperations = (operation, _input, { place: { accountId } }) => {
  if (operation !== 'GetCallerIdentity') return undefined;
  return { Arn: `arn:aws:iam::${accountId}:user/operator`, UserId: 'AIDALOCALOPERATOR', Account: accountId };
};

const operations = {
  cloudformation,
  cloudwatch,
  ec2: ec2Account,
  iam,
  lambda: lambdaAccount,
  servicequotas: serviceQuotas,
  sts,
} as const satisfies Record<AccountService | 'ec2' | 'lambda', QueryOperations | JsonOperations>;

interface AccountOptions extends Pick<Source, 'assembly' | 'place' | 'apiUrl'> {
  /** Known once the edge is listening. */
  readonly sandboxUrl?: () => string | undefined;
  readonly now?: () => Date;
}

/**
 * The account as AWS shows it to an operator: facts of the template where it has them, otherwise the adjustable state.
 */
export class LocalAccount {
  readonly state = new AccountState();
  readonly #options: AccountOptions;

  constructor(options: AccountOptions) {
    this.#options = options;
  }

  /**
   * @returns undefined for an operation that the account does not handle @throws AwsError as the service would return
   * it
   */
  answer(service: AnyService, operation: string, input: Input): Answer | undefined {
    const { assembly, place, apiUrl, sandboxUrl, now = () => new Date() } = this.#options;
    const perform = (operations as Partial<Record<AnyService, QueryOperations | JsonOperations>>)[service];
    const source = { assembly, place, apiUrl, sandboxUrl: sandboxUrl?.(), facts: this.state.facts, now: now() };
    const output = perform?.(operation, input, source);
    if (output === undefined) return undefined;
    return isQueryService(service) ? queryAnswer(operation, { ...output } as never, service) : jsonAnswer(output);
  }

  /** Allows the operator everything that the state does not refuse. @throws AwsError AccessDenied, worded as in AWS */
  assertAllowed(service: AnyService, operation: string): void {
    const action = `${service}:${operation}`;
    if (!this.state.facts.refused.includes(action)) return;
    const who = `User: arn:aws:iam::${this.#options.place.accountId}:user/operator`;
    const reason = `is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`;
    const type =
      service === 'ec2' ? 'UnauthorizedOperation' : isQueryService(service) ? 'AccessDenied' : 'AccessDeniedException';
    throw new AwsError(type, `${who} ${reason}`, service === 'ec2' || isQueryService(service) ? 403 : 400);
  }
}

/** AWS's default quotas, keyed by service and code. */
const defaults: Readonly<Record<string, number>> = {
  'apigateway/L-8A5B8E43': 10_000,
  'apigateway/L-CDF5615A': 5_000,
  'ebs/L-309BACF6': 100_000,
  'ebs/L-7A658B76': 50,
  'fargate/L-3032A538': 6,
};
