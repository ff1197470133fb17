import * as z from 'zod';
import { isHeaderName, isHeaderValue, isHidden, isReadOnly, readOnlyHeaders } from './header-rules.ts';
import { invalidResult, type Verdict, type ViewerRequest } from './verdict.ts';

/** One value or, for a repeated name, several. `value` is the first of them. */
interface EventValue {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[] | undefined;
}

type EventValues = Readonly<Record<string, EventValue>>;

/** The event's `request`. */
interface EventRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: EventValues;
  readonly headers: EventValues;
  /** Cookies are not repeated in the headers. */
  readonly cookies: EventValues;
}

/** The event that a function gets for a request. Its method `rawQueryString` is added where the function runs. */
export function eventOf(request: ViewerRequest) {
  return {
    version: '1.0',
    context: {
      distributionDomainName: 'd111111abcdef8.cloudfront.net',
      distributionId: 'ELOCALEDGE',
      eventType: 'viewer-request',
      requestId: request.requestId,
    },
    viewer: { ip: request.viewerIp },
    request: eventRequest(request),
  };
}

function eventRequest({ method, uri, query, headers }: ViewerRequest): EventRequest {
  const visible = Object.entries(headers).filter(([name]) => name !== 'cookie' && !isHidden(name));
  return {
    method,
    uri,
    // CloudFront decodes nothing.
    querystring: valuesOf(pairs((query ?? '').split('&'))),
    headers: valuesOf(visible.flatMap(([name, values]) => values.map((value) => [name, value] as const))),
    cookies: valuesOf(pairs((headers.cookie ?? []).flatMap((line) => line.split(';')).map((text) => text.trim()))),
  };
}

/** All values, in the order of the names. */
export function entriesOf(values: EventValues): readonly (readonly [name: string, value: string])[] {
  return Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((one) => [name, one.value] as const),
  );
}

function pairs(texts: readonly string[]): readonly (readonly [string, string])[] {
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const at = text.indexOf('=');
      return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    });
}

export function valuesOf(entries: readonly (readonly [string, string])[]): EventValues {
  const byName = Map.groupBy(entries, ([name]) => name);
  const values = [...byName].map(([name, found]): [string, EventValue] => {
    const all = found.map(([, value]) => ({ value }));
    return [name, all.length === 1 ? { value: all[0]?.value ?? '' } : { value: all[0]?.value ?? '', multiValue: all }];
  });
  return Object.fromEntries(values);
}

const Value = z.object({
  value: z.string(),
  multiValue: z
    .array(z.object({ value: z.string() }))
    .min(1)
    .optional(),
});
export const Values = z.record(z.string(), Value);

const Request = z.object({
  method: z.string(),
  uri: z.string().startsWith('/'),
  querystring: z.union([z.string(), Values]),
  headers: Values,
  cookies: Values,
});

/** Cookies in responses and bodies in base64 are not supported: this edge sends neither. */
const Answer = z.strictObject({
  statusCode: z.int().min(200).max(599),
  statusDescription: z.string().optional(),
  headers: z.record(z.string(), z.strictObject({ value: z.string() })).default({}),
  body: z.union([z.string(), z.strictObject({ encoding: z.literal('text'), data: z.string() })]).default(''),
});

/** CloudFront's limit for the headers and body of a function's response, in bytes. */
const ANSWER_LIMIT = 40_960;

/** Whether a function returned a response. Otherwise it returned the request. */
export function isAnswer(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'statusCode' in result;
}

/** @throws EdgeFunctionError for a response that CloudFront would not send */
export function readAnswer(result: unknown): Verdict {
  const { statusCode, headers, body } = parsed(Answer, result);
  const entries = Object.entries(headers).map(([name, { value }]) => [name, value] as const);
  checkHeaders(entries);
  for (const [name] of entries) if (isReadOnly(name)) throw invalidResult(`the header ${name} of an answer`);
  const text = typeof body === 'string' ? body : body.data;
  if (Buffer.byteLength(entries.flat().join('') + text) > ANSWER_LIMIT)
    throw invalidResult(`an answer of more than ${ANSWER_LIMIT} bytes`);
  return { kind: 'answer', status: statusCode, headers: Object.fromEntries(entries), body: text };
}

/**
 * @param given the event's `request`, as the function got it
 * @throws EdgeFunctionError for a request that CloudFront would not forward
 */
export function readRequest(result: unknown, request: ViewerRequest, given: EventRequest): ForwardedRequest {
  const { method, uri, querystring, headers, cookies } = parsed(Request, result);
  if (method !== given.method) throw invalidResult('another method, which functions cannot change');
  checkHeaders(entriesOf(headers));
  for (const name of readOnlyHeaders) {
    if (JSON.stringify(valuesIn(headers, name)) !== JSON.stringify(valuesIn(given.headers, name)))
      throw invalidResult(`another header ${name}, which functions cannot change`);
  }
  if ('cookie' in headers) throw invalidResult('a header cookie, as cookies are a member of their own');
  return {
    uri,
    query: typeof querystring === 'string' ? querystring : queryOf(querystring, request),
    headers: Object.fromEntries([
      ...Object.keys(headers).map((name) => [name, valuesIn(headers, name)] as const),
      ...cookieHeader(cookies),
      ...webSocketHeaders(request),
    ]),
  };
}

type ForwardedRequest = Pick<Extract<Verdict, { kind: 'forward' }>, 'uri' | 'query' | 'headers'>;

export function checkHeaders(entries: readonly (readonly [string, string])[]): void {
  for (const [name, value] of entries) {
    if (!isHeaderName(name) || name !== name.toLowerCase()) throw invalidResult(`'${name}' as the name of a header`);
    if (isHidden(name)) throw invalidResult(`the header ${name}, which functions cannot add`);
    if (!isHeaderValue(value)) throw invalidResult(`a value of the header ${name} with a control character`);
  }
}

function valuesIn(values: EventValues, wanted: string): readonly string[] {
  return entriesOf(values).flatMap(([name, value]) => (name === wanted ? [value] : []));
}

/**
 * CloudFront rewrites a parsed query: values of one name are grouped, and a name without a value gets an equals sign.
 */
function queryOf(values: EventValues, { query }: ViewerRequest): string | undefined {
  const text = entriesOf(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return text === '' && query === undefined ? undefined : text;
}

function cookieHeader(cookies: EventValues): readonly (readonly [string, readonly string[]])[] {
  const texts = entriesOf(cookies).map(([name, value]) => `${name}=${value}`);
  return texts.length === 0 ? [] : [['cookie', [texts.join('; ')]]];
}

/**
 * CloudFront keeps these two headers for WebSockets only, and hides them from functions. `Connection` could name others
 * that the function has set, which would then be left out.
 */
function webSocketHeaders({ headers }: ViewerRequest): readonly (readonly [string, readonly string[]])[] {
  const { upgrade = [] } = headers;
  if (upgrade.join().toLowerCase() !== 'websocket') return [];
  return [
    ['connection', ['Upgrade']],
    ['upgrade', upgrade],
  ];
}

export function parsed<Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema> {
  const outcome = schema.safeParse(result);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  throw invalidResult(`${issue?.path.join('.') || 'the result'}: ${issue?.message}`);
}
