import { type Answer, jsonAnswer } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import { queryAnswer } from '../aws/query-answer.ts';
import { isQueryService } from '../aws/query-dialects.ts';
import type { AccountService, AnyService } from '../aws/service.ts';
import { AccountState } from './account-state.ts';
import { cloudformation } from './cloudformation.ts';
import { cloudwatch } from './cloudwatch.ts';
import { ec2Account } from './ec2-account.ts';
import { ecsAccount } from './ecs-account.ts';
import { iam } from './iam.ts';
import { lambdaAccount } from './lambda-account.ts';
import { logs } from './logs.ts';
import { PublishedMetrics } from './published-metrics.ts';
import { serviceQuotas } from './service-quotas.ts';
import type { Input, JsonOperations, QueryOperations, Source } from './source.ts';
import { sqs } from './sqs.ts';
import { ssm } from './ssm.ts';
import { sts } from './sts.ts';

const operations = {
  cloudformation,
  cloudwatch,
  ec2: ec2Account,
  ecs: ecsAccount,
  iam,
  lambda: lambdaAccount,
  logs,
  servicequotas: serviceQuotas,
  sqs,
  ssm,
  sts,
} as const satisfies Record<AccountService | 'ec2' | 'ecs' | 'lambda', QueryOperations | JsonOperations>;

interface AccountOptions extends Pick<Source, 'assembly' | 'place' | 'apiUrl'> {
  /** Known once the edge listens. */
  readonly sandboxUrl?: () => string | undefined;
  readonly now?: () => Date;
}

/** What AWS tells an operator of the account: facts of the template where it has them, else of the adjustable state. */
export class LocalAccount {
  readonly state = new AccountState();
  readonly metrics = new PublishedMetrics();
  readonly #options: AccountOptions;

  constructor(options: AccountOptions) {
    this.#options = options;
  }

  /** @returns undefined for an operation that is not the account's. @throws AwsError as the service answers it */
  answer(service: AnyService, operation: string, input: Input): Answer | undefined {
    const { assembly, place, apiUrl, sandboxUrl, now = () => new Date() } = this.#options;
    const perform = (operations as Partial<Record<AnyService, QueryOperations | JsonOperations>>)[service];
    const [{ facts }, { metrics }] = [this.state, this];
    const source = { assembly, place, apiUrl, sandboxUrl: sandboxUrl?.(), facts, metrics, now: now() };
    const output = perform?.(operation, input, source);
    if (output === undefined) return undefined;
    return isQueryService(service) ? queryAnswer(operation, { ...output } as never, service) : jsonAnswer(output);
  }

  /** The operator may do everything but what the state refuses. @throws AwsError AccessDenied in AWS's words */
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
