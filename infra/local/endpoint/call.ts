import type { IncomingMessage } from 'node:http';
import { AwsError } from '../aws/aws-error.ts';
import { readQuery } from '../aws/query.ts';
import { isQueryService, type QueryService } from '../aws/query-dialects.ts';
import type { AnyService } from '../aws/service.ts';
import type { ReceivedCall } from '../models/check-call.ts';
import { keyValueStoreRequest } from './key-value-store-request.ts';
import { type LambdaRequest, lambdaRequest } from './lambda-request.ts';

/** One call of an AWS API, as read from an HTTP request. */
export interface AwsCall {
  readonly service: AnyService;
  readonly operation: string;
  /** The X-Amz-Target header, for services that have one. */
  readonly target: string;
  readonly accessKeyId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  readonly invocationType: string;
  /** What is checked by the service's model; undefined for a service without one here. */
  readonly sent: ReceivedCall['input'] | undefined;
}

const LARGEST_BODY_BYTES = 20 * 1024 * 1024;

const targets: Readonly<Record<string, AnyService>> = {
  DynamoDB_20120810: 'dynamodb',
  DynamoDBStreams_20120810: 'dynamodb',
  AmazonEC2ContainerServiceV20141113: 'ecs',
  secretsmanager: 'secretsmanager',
  TrentService: 'kms',
  AmazonSQS: 'sqs',
  AmazonSSM: 'ssm',
  GraniteServiceVersion20100801: 'cloudwatch',
  Logs_20140328: 'logs',
  ServiceQuotasV20190624: 'servicequotas',
};

/** Whether a request is of the Query protocol. */
export function isQuery(request: IncomingMessage): boolean {
  return header(request, 'content-type').startsWith('application/x-www-form-urlencoded');
}

/** The service that a request of the Query protocol was signed for; EC2 for one that names none which speaks it. */
export function queryServiceOf(request: IncomingMessage): QueryService {
  const service = credentialOf(request)?.service ?? '';
  return isQueryService(service) ? service : 'ec2';
}

/** @throws AwsError when the request is not signed, is for no service that runs here, or cannot be read. */
export async function readCall(request: IncomingMessage): Promise<AwsCall> {
  const body = await readBody(request);
  if (isQuery(request)) return queryCall(request, body);
  const target = header(request, 'x-amz-target');
  const [prefix = '', operation = ''] = target.split('.');
  const rest = target === '' ? restCall(request, body) : undefined;
  const service = rest?.service ?? targets[prefix];
  if (!service) throw unknownOperation(request, target);
  const credential = credentialOf(request);
  if (!credential) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const input = rest?.input ?? parseInput(body);
  return {
    service,
    operation: rest?.operation ?? operation,
    target,
    accessKeyId: credential.accessKeyId,
    input,
    body,
    invocationType: invocationTypeOf(request),
    sent: rest ? rest.sent : sentJson(prefix, input),
  };
}

type RestCall = Pick<AwsCall, 'service' | 'operation' | 'input' | 'sent'>;

/** A call of an API with methods and paths. */
function restCall(request: IncomingMessage, body: Buffer): RestCall | undefined {
  const { method = '', url = '' } = request;
  const content = () => parseInput(body);
  const ofStore = keyValueStoreRequest({ method, url, ifMatch: request.headers['if-match'], body: content });
  if (ofStore) return { service: 'cloudfront-keyvaluestore', ...ofStore, sent: ofStore.input };
  const lambda = lambdaRequest({ method, url }, content);
  return lambda && { service: 'lambda', ...lambda, sent: sentToLambda(lambda, invocationTypeOf(request)) };
}

function invocationTypeOf(request: IncomingMessage): string {
  return header(request, 'x-amz-invocation-type') || 'RequestResponse';
}

/** What Lambda only tells of is asked for in the path and its query, where everything is a text. */
function sentToLambda({ operation, input }: LambdaRequest, InvocationType: string): AwsCall['input'] | undefined {
  return operation === 'Invoke' ? { ...input, InvocationType } : undefined;
}

/** DynamoDB's streams have a client of their own, which this project reads only past the endpoint. */
function sentJson(prefix: string, input: AwsCall['input']): AwsCall['input'] | undefined {
  return prefix.startsWith('DynamoDBStreams') ? undefined : input;
}

function queryCall(request: IncomingMessage, body: Buffer): AwsCall {
  const credential = credentialOf(request);
  if (!credential)
    throw new AwsError('AuthFailure', 'AWS was not able to validate the provided access credentials', 401);
  const { accessKeyId, service } = credential;
  if (!isQueryService(service)) throw unknownOperation(request, service);
  const { action, input, parameters: sent } = readQuery(body.toString('utf8'), service);
  return { service, operation: action, target: '', accessKeyId, input, body, invocationType: '', sent };
}

/** The key of the signature and the service it was made for: `<key>/<date>/<region>/<service>/aws4_request`. */
function credentialOf(
  request: IncomingMessage,
): { readonly accessKeyId: string; readonly service: string } | undefined {
  const scope = /Credential=([^,\s]+)/.exec(header(request, 'authorization'))?.[1]?.split('/');
  const [accessKeyId, , , service = ''] = scope ?? [];
  return accessKeyId ? { accessKeyId, service } : undefined;
}

/** By events, as an iterator costs several turns of the event loop for each request. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
    else reject(new AwsError('RequestEntityTooLargeException', 'The request is too large.', 413));
  });
  request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  request.on('error', reject);
  request.on('close', () => reject(new Error('the caller has gone')));
  return promise;
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

function parseInput(body: Buffer): Readonly<Record<string, unknown>> {
  if (body.length === 0) return {};
  try {
    return Object(JSON.parse(body.toString('utf8'))) as Record<string, unknown>;
  } catch (cause) {
    throw new AwsError('SerializationException', `The request is not JSON: ${String(cause)}`);
  }
}

function unknownOperation(request: IncomingMessage, target: string): AwsError {
  const what = target === '' ? `${request.method} ${request.url}` : target;
  return new AwsError('UnknownOperationException', `The local cloud does not offer ${what}.`);
}
