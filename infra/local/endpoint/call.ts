import type { IncomingMessage } from 'node:http';
import { AwsError } from '../aws/aws-error.ts';
import { isQueryService, type QueryService, readQuery } from '../aws/query.ts';
import type { AnyService } from '../aws/service.ts';
import { ebsRequest } from '../ebs/ebs-request.ts';
import type { ReceivedCall } from '../models/check-call.ts';
import { sesRequest } from '../ses/ses-request.ts';

/** An AWS API call, as read from an HTTP request. */
export interface AwsCall {
  readonly service: AnyService;
  readonly operation: string;
  /** The X-Amz-Target header, for services that use it. */
  readonly target: string;
  readonly accessKeyId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  readonly invocationType: string;
  /** The input to check against the service's model; undefined for a call without one here. */
  readonly sent: ReceivedCall['input'] | undefined;
}

const LARGEST_BODY_BYTES = 20 * 1024 * 1024;

const targets: Readonly<Record<string, AnyService>> = {
  DynamoDB_20120810: 'dynamodb',
  DynamoDBStreams_20120810: 'dynamodb',
  AmazonEC2ContainerServiceV20141113: 'ecs',
  secretsmanager: 'secretsmanager',
  TrentService: 'kms',
  GraniteServiceVersion20100801: 'cloudwatch',
  ServiceQuotasV20190624: 'servicequotas',
  Logs_20140328: 'logs',
};

/** Whether a request uses the Query protocol. */
export function isQuery(request: IncomingMessage): boolean {
  return header(request, 'content-type').startsWith('application/x-www-form-urlencoded');
}

/** The service for which a Query protocol request was signed; EC2 when it names none that uses the protocol. */
export function queryServiceOf(request: IncomingMessage): QueryService {
  const service = credentialOf(request)?.service ?? '';
  return isQueryService(service) ? service : 'ec2';
}

/** @throws AwsError when the request is unsigned, unreadable, or for a service that does not run here */
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
  const storeRequest = keyValueStoreRequest({ method, url, ifMatch: request.headers['if-match'], body: content });
  if (storeRequest) return { service: 'cloudfront-keyvaluestore', ...storeRequest, sent: storeRequest.input };
  const ebs = ebsRequest(method, url);
  if (ebs) return { service: 'ebs', ...ebs, sent: ebs.input };
  const ses = sesRequest({ method, url }, content);
  if (ses) return { service: 'ses', ...ses, sent: ses.input };
  const lambda = lambdaRequest({ method, url }, content);
  return lambda && { service: 'lambda', ...lambda, sent: sentToLambda(lambda, invocationTypeOf(request)) };
}

function invocationTypeOf(request: IncomingMessage): string {
  return header(request, 'x-amz-invocation-type') || 'RequestResponse';
}

/** Only Invoke is checked: the other operations have their input in path and query, where everything is text. */
function sentToLambda({ operation, input }: RestRequest, InvocationType: string): Input | undefined {
  return operation === 'Invoke' ? { ...input, InvocationType } : undefined;
}

/** Streams have a client of their own, which this project does not use through the endpoint. */
function sentJson(prefix: string, input: Input): Input | undefined {
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

/** Uses events, because an async iterator costs several turns of the event loop per request. */
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

function parseInput(body: Buffer): Input {
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

type Input = AwsCall['input'];

/** A request to an API with methods and paths. */
interface RestRequest {
  readonly operation: string;
  readonly input: Input;
}

interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly ifMatch: string | undefined;
  readonly body: () => Input;
}

const STORE = /^\/key-value-stores\/([^/]+)(\/keys(?:\/([^/]+))?)?$/;

/** Operations by method: on a store, on its list of keys, and on a key. */
const ON_STORE: Readonly<Record<string, string>> = { GET: 'DescribeKeyValueStore' };
const ON_KEYS: Readonly<Record<string, string>> = { GET: 'ListKeys', POST: 'UpdateKeys' };
const ON_KEY: Readonly<Record<string, string>> = { GET: 'GetKey', PUT: 'PutKey', DELETE: 'DeleteKey' };

/** @returns undefined for a request that is not for a KeyValueStore */
export function keyValueStoreRequest({ method, url, ifMatch, body }: RawRequest): RestRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  const [, store, keys, key] = STORE.exec(pathname) ?? [];
  const operation = (key !== undefined ? ON_KEY : keys !== undefined ? ON_KEYS : ON_STORE)[method];
  if (store === undefined || operation === undefined) return undefined;
  const input = {
    ...(method === 'PUT' || method === 'POST' ? body() : {}),
    ...keyValueStoreQuery(searchParams),
    KvsARN: decodeURIComponent(store),
    ...(key !== undefined && { Key: decodeURIComponent(key) }),
    ...(ifMatch !== undefined && { IfMatch: ifMatch }),
  };
  return { operation, input };
}

/** The query holds MaxResults as text. */
function keyValueStoreQuery(given: URLSearchParams): Input {
  const { MaxResults, ...texts } = Object.fromEntries(given);
  return { ...texts, ...(MaxResults !== undefined && { MaxResults: Number(MaxResults) }) };
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: string;
  /** The input member that the first group of the path holds. */
  readonly named?: 'FunctionName' | 'Resource';
  /** Whether the body is the input. The body of an invocation is its payload. */
  readonly hasBody?: true;
}

const concurrency = /^\/(?:2017-10-31|2019-09-30)\/functions\/([^/]+)\/concurrency$/;
const tags = /^\/2017-03-31\/tags\/([^/]+)$/;

const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/2015-03-31\/functions\/([^/]+)\/invocations$/,
    operation: 'Invoke',
    named: 'FunctionName',
  },
  { method: 'GET', path: /^\/2015-03-31\/functions\/?$/, operation: 'ListFunctions' },
  { method: 'GET', path: /^\/2015-03-31\/event-source-mappings\/?$/, operation: 'ListEventSourceMappings' },
  { method: 'GET', path: /^\/2016-08-19\/account-settings\/?$/, operation: 'GetAccountSettings' },
  { method: 'GET', path: concurrency, operation: 'GetFunctionConcurrency', named: 'FunctionName' },
  { method: 'PUT', path: concurrency, operation: 'PutFunctionConcurrency', named: 'FunctionName', hasBody: true },
  { method: 'DELETE', path: concurrency, operation: 'DeleteFunctionConcurrency', named: 'FunctionName' },
  { method: 'GET', path: tags, operation: 'ListTags', named: 'Resource' },
  { method: 'POST', path: tags, operation: 'TagResource', named: 'Resource', hasBody: true },
  { method: 'DELETE', path: tags, operation: 'UntagResource', named: 'Resource' },
];

/** @returns undefined for a request to Lambda that is not served here */
export function lambdaRequest(
  { method, url }: { readonly method: string; readonly url: string },
  body: () => Input,
): RestRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  for (const { method: wanted, path, operation, named, hasBody } of routes) {
    const match = method === wanted ? path.exec(pathname) : null;
    if (!match) continue;
    const inPath = named && match[1] !== undefined ? { [named]: decodeURIComponent(match[1]) } : {};
    return { operation, input: { ...(hasBody ? body() : {}), ...lambdaQuery(searchParams), ...inPath } };
  }
  return undefined;
}

/** `tagKeys` is the only list in a query. */
function lambdaQuery(given: URLSearchParams): Input {
  const { tagKeys, ...single } = Object.fromEntries(given);
  return { ...single, ...(tagKeys === undefined ? {} : { TagKeys: given.getAll('tagKeys') }) };
}
