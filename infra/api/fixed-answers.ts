import { allowedOriginOf, quoted } from './gateway-responses.ts';
import type { OpenApiMethod } from './open-api.ts';

/** An answer that API Gateway gives by itself. */
export interface FixedAnswer {
  readonly status: number;
  /** Each value as API Gateway's mappings write it: `'text'` or `context.…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** A mapping template. */
  readonly body: string;
}

/** The types of bodies in requests that API Gateway answers itself; others get 415. */
const anyBody = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** A method with fixed answers. @param choice mapping template `{"statusCode": …}`; by default the first answer's */
export function fixedMethod([first, ...others]: readonly [FixedAnswer, ...FixedAnswer[]], choice?: string) {
  const template = choice ?? JSON.stringify({ statusCode: first.status });
  const answers = [first, ...others];
  return {
    // API Gateway maps to headers that the method declares, and to no others.
    responses: Object.fromEntries(
      answers.map(({ status, headers }) => [String(status), { description: '', headers: mapped(headers, () => text) }]),
    ),
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(anyBody.map((type) => [type, template])),
      // The default is the answer to each status that no other pattern fits.
      responses: Object.fromEntries(
        answers.map((answer) => [answer === first ? 'default' : String(answer.status), integrationResponse(answer)]),
      ),
    },
  } satisfies OpenApiMethod;
}

const text = { schema: { type: 'string' } } as const;

function integrationResponse({ status, headers, body }: FixedAnswer) {
  return {
    statusCode: String(status),
    responseParameters: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, value]),
    ),
    responseTemplates: { 'application/json': body },
  };
}

function mapped<T>(headers: FixedAnswer['headers'], headerValue: (value: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerValue(value)]));
}

/** The origins that may read an answer: named where there is one, chosen by `chooseOrigin` where there are several. */
export function originHeaders(allowedOrigins: readonly string[]): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': quoted(allowedOriginOf(allowedOrigins)),
    ...(allowedOrigins.includes('*') ? {} : { Vary: quoted('Origin') }),
  };
}

/** Velocity that names the caller's origin if it is allowed; mappings cannot look at the request. */
export function chooseOrigin(allowedOrigins: readonly string[]): string {
  const [first, ...others] = allowedOrigins;
  if (others.length === 0) return '';
  const isOurs = allowedOrigins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return [
    // Only the header counts, and over HTTP/2 its name is in lower case.
    '#set($origin = $input.params().header.get("Origin"))',
    '#if($origin == "") #set($origin = $input.params().header.get("origin")) #end',
    `#if(${isOurs})`,
    '#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)',
    '#else',
    `#set($context.responseOverride.header.Access-Control-Allow-Origin = "${first}")`,
    '#end',
  ].join('\n');
}
