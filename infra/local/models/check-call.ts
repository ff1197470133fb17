import { AwsError } from '../aws/aws-error.ts';
import type { QueryTree } from '../aws/query-tree.ts';
import type { AnyService } from '../aws/service.ts';
import { problemsOf } from './check.ts';
import { queryInput } from './query-input.ts';
import { inputOf } from './schema.ts';
import { operationOf, rulesOf } from './service-model.ts';

/** What the schemas of a service are called, where IAM has another name for it. */
const NAMESPACES: Readonly<Partial<Record<AnyService, string>>> = {
  'cloudfront-keyvaluestore': 'cloudfrontkeyvaluestore',
  logs: 'cloudwatchlogs',
};

/** A call as it came over the wire. */
export interface ReceivedCall {
  readonly service: AnyService;
  readonly operation: string;
  /** The request by the names of the API; of the Query protocol, the tree of its parameters. */
  readonly input: Readonly<Record<string, unknown>> | QueryTree;
}

/** An operation as the SDK gives it to its serialisers. */
export interface GivenOperation {
  readonly namespace: string;
  readonly name: string;
  readonly input: unknown;
}

/**
 * Every way in which a call breaks the model of its service in the AWS SDK: operation, members, types, required members
 * and enumerations as the installed client has them, lengths, ranges and patterns as `limits.json` has them.
 */
export function problemsOfCall({ service: called, operation, input }: ReceivedCall): readonly string[] {
  const service = NAMESPACES[called] ?? called;
  const schema = operationOf(service, operation);
  if (!schema) return [`${operation} is no operation of ${service}`];
  const shape = inputOf(schema);
  const named = input instanceof Map ? queryInput(input, shape) : input;
  return problemsOf(named, shape, rulesOf(service), 'sent');
}

/** As `problemsOfCall`, of what a caller gives the SDK: on its way to the wire the SDK drops unknown members. */
export function problemsOfCommand(
  { namespace, name, input: schema }: GivenOperation,
  input: unknown,
): readonly string[] {
  const service = namespace.split('.').at(-1) ?? '';
  return problemsOf(input, inputOf([9, namespace, name, 0, schema]), rulesOf(service), 'given');
}

/** What the log says of a call that AWS would refuse or misread; tests of the service look for this line. */
export function brokenModelLine(caller: string, operation: string, problems: readonly string[]): string {
  return `${caller} breaks the AWS model of ${operation}: ${problems.join('; ')}`;
}

export function brokenModel(service: AnyService, problems: readonly string[]): AwsError {
  const type = service === 'ec2' ? 'InvalidParameterValue' : 'ValidationException';
  return new AwsError(type, `The request does not fit the service's model: ${problems.join('; ')}`);
}
