import type { IncomingMessage } from 'node:http';
import { AwsError } from '../aws/aws-error.ts';
import type { Service } from '../aws/service.ts';
import { readQuery } from '../ec2/query.ts';
import { isLambdaPath, type LambdaCall, readLambdaCall } from '../lambda/lambda-call.ts';

/** One call of an AWS API, as read from an HTTP request. */
export interface AwsCall {
  readonly service: Service;
  readonly operation: string;
  /** The X-Amz-Target header, for services that have one. */
  readonly target: string;
  readonly accessKeyId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  readonly invocationType: string;
}

const LARGEST_BODY_BYTES = 20 * 1024 * 1024;
const INVOKE_PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations(?:\?|$)/;

const targets: Readonly<Record<string, Service>> = {
  DynamoDB_20120810: 'dynamodb',
  DynamoDBStreams_20120810: 'dynamodb',
  AmazonEC2ContainerServiceV20141113: 'ecs',
  secretsmanager: 'secretsmanager',
  TrentService: 'kms',
};

/** Whether a request is of the Query protocol, in which EC2 alone still speaks here. */
export function isQuery(request: IncomingMessage): boolean {
  return header(request, 'content-type').startsWith('application/x-www-form-urlencoded');
}

/** @throws AwsError when the request is not signed, is for no service that runs here, or cannot be read. */
export async function readCall(request: IncomingMessage): Promise<AwsCall> {
  const body = await readBody(request);
  if (isQuery(request)) return queryCall(request, body);
  const target = header(request, 'x-amz-target');
  const [prefix = '', operation = ''] = target.split('.');
  const lambda = target === '' ? lambdaCall(request, body) : undefined;
  const service = lambda ? 'lambda' : targets[prefix];
  if (!service) throw unknownOperation(request, target);
  const credential = credentialOf(request);
  if (!credential) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  return {
    service,
    operation: lambda?.operation ?? operation,
    target,
    accessKeyId: credential.accessKeyId,
    input: lambda?.input ?? parseInput(body),
    body,
    invocationType: header(request, 'x-amz-invocation-type') || 'RequestResponse',
  };
}

/** Lambda names its operations by method and path. The body of an invocation is read by what invokes. */
function lambdaCall({ method = '', url = '' }: IncomingMessage, body: Buffer): LambdaCall | undefined {
  const invoked = INVOKE_PATH.exec(url)?.[1];
  if (invoked !== undefined) return { operation: 'Invoke', input: { FunctionName: decodeURIComponent(invoked) } };
  return isLambdaPath(url) ? readLambdaCall(method, url, parseInput(body)) : undefined;
}

function queryCall(request: IncomingMessage, body: Buffer): AwsCall {
  const credential = credentialOf(request);
  if (!credential)
    throw new AwsError('AuthFailure', 'AWS was not able to validate the provided access credentials', 401);
  if (credential.service !== 'ec2') throw unknownOperation(request, credential.service);
  const { action, input } = readQuery(body.toString('utf8'));
  const { accessKeyId } = credential;
  return { service: 'ec2', operation: action, target: '', accessKeyId, input, body, invocationType: '' };
}

/** The key of the signature and the service it was made for: `<key>/<date>/<region>/<service>/aws4_request`. */
function credentialOf(
  request: IncomingMessage,
): { readonly accessKeyId: string; readonly service: string } | undefined {
  const scope = /Credential=([^,\s]+)/.exec(header(request, 'authorization'))?.[1]?.split('/');
  const [accessKeyId, , , service = ''] = scope ?? [];
  return accessKeyId ? { accessKeyId, service } : undefined;
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES)
      throw new AwsError('RequestEntityTooLargeException', 'The request is too large.', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
