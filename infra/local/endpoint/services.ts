import type { LocalAccount } from '../account/account.ts';
import { type Answer, jsonAnswer } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import { queryAnswer } from '../aws/query.ts';
import type { LocalKeyValueStores } from '../cloudfront/key-value-stores.ts';
import { isPointInTime, pointInTime } from '../dynamodb/point-in-time.ts';
import type { DynamoDbWire } from '../dynamodb/wire.ts';
import type { LocalEbs } from '../ebs/local-ebs.ts';
import type { LocalEc2 } from '../ec2/ec2.ts';
import type { LocalEcs } from '../ecs/ecs.ts';
import type { AccessControl } from '../iam/access-control.ts';
import type { LocalKms } from '../kms/local-kms.ts';
import type { Functions } from '../lambda/functions.ts';
import type { LocalLambda } from '../lambda/local-lambda.ts';
import type { LocalLogs } from '../logs/local-logs.ts';
import type { LocalSecrets } from '../secrets/local-secrets.ts';
import type { LocalSes } from '../ses/local-ses.ts';
import type { AwsCall } from './call.ts';
import type { Controllable } from './control.ts';

/** The services behind the endpoint. */
export interface AwsServices {
  readonly account: Pick<LocalAccount, 'answer'>;
  readonly dynamodb: DynamoDbWire;
  readonly ebs: Pick<LocalEbs, 'handle'>;
  readonly ec2: Pick<LocalEc2, 'handle'>;
  readonly ecs: Pick<LocalEcs, 'handle'>;
  readonly kms: Pick<LocalKms, 'handle'>;
  readonly logs: Pick<LocalLogs, 'handle'>;
  readonly secrets: Pick<LocalSecrets, 'handle'>;
  readonly ses: Pick<LocalSes, 'handle'>;
  readonly keyValueStores: Pick<LocalKeyValueStores, 'handle'>;
  readonly lambda: Pick<LocalLambda, 'handle'>;
  readonly functions: Pick<Functions, 'invoke' | 'invokeAsync' | 'crash'>;
  readonly access: Pick<AccessControl, 'authorize' | 'callerOf'>;
  readonly control: Controllable;
  /** Called with the DynamoDB tables that were written, whose streams may have new records. */
  readonly onWrite: (tables: readonly string[]) => void;
}

const LARGEST_EVENT_BYTES = 1024 * 1024;
const LARGEST_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** @throws AwsError as the service would return it */
export async function perform(call: AwsCall, services: AwsServices): Promise<Answer> {
  const accountAnswer = services.account.answer(call.service, call.operation, call.input);
  if (accountAnswer) return accountAnswer;
  switch (call.service) {
    case 'dynamodb':
      if (isPointInTime(call.operation))
        return jsonAnswer(await pointInTime(call.operation, call.input, services.dynamodb));
      return forward(call, services);
    case 'ebs':
      return services.ebs.handle(call.operation, call.input);
    case 'ec2':
      return queryAnswer(call.operation, await services.ec2.handle(call.operation, call.input));
    case 'ecs':
      return jsonAnswer(await services.ecs.handle(call.operation, { ...call.input }));
    case 'kms':
      return jsonAnswer(await services.kms.handle(call.operation, call.input));
    case 'secretsmanager':
      return jsonAnswer(await services.secrets.handle(call.operation, call.input));
    case 'ses':
      return jsonAnswer(await services.ses.handle(call.operation, call.input));
    case 'logs':
      return jsonAnswer(await services.logs.handle(call.operation, call.input));
    case 'cloudfront-keyvaluestore':
      return services.keyValueStores.handle(call.operation, call.input);
    case 'lambda':
      if (call.operation === 'Invoke') return invoke(call, services.functions);
      return jsonAnswer(await services.lambda.handle(call.operation, call.input));
    default:
      throw new AwsError(
        'UnknownOperationException',
        `The local cloud does not offer ${call.service}:${call.operation}.`,
      );
  }
}

/** Passes DynamoDB's response through unchanged, including its checksum. */
async function forward(call: AwsCall, { dynamodb, onWrite }: AwsServices): Promise<Answer> {
  const { status, headers, body } = await dynamodb.forward(call.target, call.body);
  if (status === 200) onWrite(writtenTables(call));
  const kept = ['content-type', 'x-amz-crc32'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status, body, headers: Object.fromEntries(kept) };
}

async function invoke(call: AwsCall, functions: AwsServices['functions']): Promise<Answer> {
  const name = String(call.input.FunctionName);
  const limit = call.invocationType === 'Event' ? LARGEST_EVENT_BYTES : LARGEST_PAYLOAD_BYTES;
  if (call.body.length > limit) {
    throw new AwsError(
      'RequestTooLargeException',
      `Request must be smaller than ${limit} bytes for the InvokeFunction operation`,
      413,
    );
  }
  const payload = parsePayload(call.body);
  if (call.invocationType === 'DryRun') return { status: 204, body: '' };
  if (call.invocationType === 'Event') {
    functions.invokeAsync(name, payload);
    return { status: 202, body: '' };
  }
  const outcome = await functions.invoke(name, payload);
  return {
    status: 200,
    // The response of a handler that returns nothing is `null`.
    body: JSON.stringify(outcome.payload ?? null),
    headers: {
      'content-type': 'application/json',
      'x-amz-executed-version': '$LATEST',
      ...(outcome.functionError && { 'x-amz-function-error': 'Unhandled' }),
    },
  };
}

function parsePayload(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new AwsError('InvalidRequestContentException', `Could not parse request body into json: ${String(cause)}`);
  }
}

/** A write of a transaction, by its kind. Condition checks write nothing. */
type TransactItem = Readonly<Partial<Record<'Put' | 'Update' | 'Delete', { readonly TableName: string }>>>;

/** The tables that a DynamoDB call writes, as named in the call; none for a call that reads. */
export function writtenTables({ operation, input }: Pick<AwsCall, 'operation' | 'input'>): readonly string[] {
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [String(input.TableName)];
    case 'BatchWriteItem':
      return Object.keys(input.RequestItems as object);
    case 'TransactWriteItems':
      return (input.TransactItems as readonly TransactItem[]).flatMap(
        ({ Put, Update, Delete }) => (Put ?? Update ?? Delete)?.TableName ?? [],
      );
    default:
      return [];
  }
}
