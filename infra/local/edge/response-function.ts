import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { checkHeaders, entriesOf, eventOf, parsed, Values, valuesOf } from './edge-event.ts';
import { type Call, copyOf, describe, loadFunction } from './edge-runtime.ts';
import { isHidden } from './header-rules.ts';
import type { Headers } from './response-headers.ts';
import { EdgeFunctionError, invalidResult, type ViewerRequest } from './verdict.ts';

/** A response of an origin, with the changes of the response headers policy, which CloudFront makes first. */
export interface OriginResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Headers;
}

/** A ResponseFunction. */
export interface ChangingFunction {
  /** @throws EdgeFunctionError with the status that CloudFront would return */
  run(request: ViewerRequest, response: OriginResponse): Headers;
}

/**
 * A CloudFront function for responses to viewers, whose result is checked. Here it can change headers and cookies, not
 * the status or body, and it cannot wait for anything.
 */
export class ResponseFunction implements ChangingFunction {
  readonly #call: Call;

  /** @throws SyntaxError for code that is too large or that CloudFront's runtime would not accept */
  constructor(code: string, { now = systemClock }: { readonly now?: Clock } = {}) {
    this.#call = loadFunction(code, now);
  }

  run(request: ViewerRequest, response: OriginResponse): Headers {
    // Documented restriction: CloudFront runs no function when the origin reports an error.
    if (response.status >= 400) return response.headers;
    const given = eventResponse(response);
    const { context, ...event } = structuredClone(eventOf(request));
    const result = runAtOnce(() =>
      this.#call(
        {},
        {
          ...event,
          context: { ...context, eventType: 'viewer-response' },
          response: structuredClone(given),
        },
      ),
    );
    return readResponse(result, given, response);
  }
}

/** @throws EdgeFunctionError 503 */
function runAtOnce(run: () => unknown): unknown {
  try {
    const result = run();
    if (Object(result) instanceof Promise || 'then' in Object(result))
      throw new Error('it waits, which is not supported');
    return copyOf(result);
  } catch (error) {
    throw new EdgeFunctionError(503, `the function at the edge failed: ${describe(error)}`);
  }
}

const Cookie = z.object({ value: z.string(), attributes: z.string().optional() });
const Cookies = z.record(z.string(), Cookie.extend({ multiValue: z.array(Cookie).min(1).optional() }));
type Cookies = z.infer<typeof Cookies>;

function eventResponse({ status, headers }: OriginResponse) {
  const { 'set-cookie': cookies = [], ...others } = headers;
  const visible = Object.entries(others).filter(([name]) => !isHidden(name));
  return {
    statusCode: status,
    statusDescription: STATUS_CODES[status] ?? '',
    headers: valuesOf(visible.flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))),
    cookies: cookiesOf([cookies].flat()),
  };
}

function cookiesOf(lines: readonly string[]): Cookies {
  const all = lines.map((line) => {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    const cookie = {
      value: value.join('=').trim(),
      ...(attributes.length > 0 && { attributes: attributes.join(';').trim() }),
    };
    return { name: name.trim(), cookie };
  });
  const byName = Map.groupBy(all, ({ name }) => name);
  return Object.fromEntries(
    [...byName].map(([name, [first, ...more]]) => {
      const values = [first, ...more].flatMap((one) => (one ? [one.cookie] : []));
      return [name, { value: '', ...values[0], ...(values.length > 1 && { multiValue: values }) }];
    }),
  );
}

/** @throws EdgeFunctionError 502 for a response that CloudFront would not send, or that is not supported here */
function readResponse(result: unknown, given: ReturnType<typeof eventResponse>, response: OriginResponse): Headers {
  const Result = z.strictObject({
    statusCode: z.literal(given.statusCode),
    statusDescription: z.string().optional(),
    headers: Values,
    cookies: Cookies.default({}),
  });
  const { headers, cookies } = parsed(Result, result);
  checkHeaders(entriesOf(headers));
  for (const name of readOnly) {
    if (JSON.stringify(headers[name]) !== JSON.stringify(given.headers[name]))
      throw invalidResult(`another header ${name}, which functions cannot change`);
  }
  if ('set-cookie' in headers) throw invalidResult('a header set-cookie, as cookies are a member of their own');
  const lines = Object.entries(cookies).flatMap(([name, cookie]) => linesOf(name, cookie, given.cookies[name]));
  return {
    ...Object.fromEntries(Object.entries(response.headers).filter(([name]) => isHidden(name))),
    ...Object.fromEntries(
      Object.keys(headers).map((name) => [
        name,
        entriesOf({ [name]: headers[name] ?? { value: '' } }).map(([, value]) => value),
      ]),
    ),
    ...(lines.length > 0 && { 'set-cookie': lines }),
  };
}

const readOnly = ['via', 'warning'] as const;

/** A changed `multiValue` applies. Otherwise the first value does, and the others stay as they were. */
function linesOf(
  name: string,
  { multiValue, ...first }: Cookies[string],
  given: Cookies[string] | undefined,
): readonly string[] {
  const isChanged = JSON.stringify(multiValue) !== JSON.stringify(given?.multiValue);
  const values = multiValue === undefined ? [first] : isChanged ? multiValue : [first, ...multiValue.slice(1)];
  return values.map(({ value, attributes }) => `${name}=${value}${attributes === undefined ? '' : `; ${attributes}`}`);
}
