import type { Endpoint, JsonValue } from '../../shared/contract/endpoint/endpoint.ts';
import { exposedHeaders, securityHeaders } from '../../shared/http/answers/browser-headers.ts';
import { deprecationHeaders } from '../../shared/http/answers/deprecation.ts';
import type { Settings } from '../config.ts';
import { allowedOriginOf, allQuoted, quoted } from './gateway-responses.ts';
import type { OpenApiMethod } from './open-api.ts';

/** A response of API Gateway itself. */
export interface FixedAnswer {
  readonly status: number;
  /** By default that of JSON. */
  readonly contentType?: string;
  /** The other headers. Each value has the form of API Gateway's mappings: `'text'` or `context.…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Velocity that makes further headers, such as `chooseOrigin`. */
  readonly further?: string;
  /** A mapping template, after the headers. */
  readonly body: string;
}

/** The response of an endpoint whose body is constant, with the headers of a function's response. */
export function constantAnswer(endpoint: Endpoint, settings: Settings): FixedAnswer | undefined {
  const { constant: value } = endpoint;
  if (value === undefined) return undefined;
  const fixed = {
    'Cache-Control': 'no-store',
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    ...securityHeaders,
    ...deprecationHeaders(endpoint, settings.legacySunset, { base: rootFrom(endpoint.path), params: {} }),
    ...endpoint.success.headers,
  };
  return {
    status: endpoint.success.status,
    contentType: 'application/json',
    headers: {
      ...allQuoted(fixed),
      ...originHeaders(settings.allowedOrigins),
      'X-Request-Id': 'context.requestId',
    },
    further: chooseOrigin(settings.allowedOrigins),
    body: templateOf(value),
  };
}

/** JSON without the characters that start an expression in a mapping template. */
function templateOf(value: JsonValue): string {
  return JSON.stringify(value).replaceAll('$', '\\u0024').replaceAll('#', '\\u0023');
}

/** A relative link from a path to the root of the API, whose URL API Gateway does not know. */
export function rootFrom(path: string): string {
  const parents = path.split('/').slice(2);
  return parents.map(() => '..').join('/') || '.';
}

/** The same response to HEAD. */
export function withoutBody(answer: FixedAnswer): FixedAnswer {
  return { ...answer, body: '' };
}

/** Stores a text once in the template. @returns a reference to it */
export type ShareText = (text: string) => string;

/**
 * The content types of requests that API Gateway takes; others get 415. It ignores the parameters of a content type but
 * does not document that, and LocalStack does not ignore them: so the form that many HTTP clients send is here too.
 */
const anyBody = [
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

type Answers = readonly [FixedAnswer, ...FixedAnswer[]];

/** A method with fixed answers. @param choice mapping template `{"statusCode": …}`; by default the first answer's */
export function fixedMethod([first, ...others]: Answers, share: ShareText, choice?: string) {
  const template = choice === undefined ? JSON.stringify({ statusCode: first.status }) : share(choice);
  const answers = [first, ...others];
  return {
    responses: Object.fromEntries(answers.map(({ status, contentType }) => [String(status), declared(contentType)])),
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(anyBody.map((type) => [type, template])),
      responses: Object.fromEntries(
        answers.map((answer) => [
          answer === first ? 'default' : String(answer.status),
          integrationResponse(answer, share),
        ]),
      ),
    },
  } satisfies OpenApiMethod;
}

/** API Gateway maps only headers that the method declares. */
function declared(contentType: string | undefined) {
  if (contentType === undefined) return { description: '' };
  return { description: '', headers: { 'Content-Type': { schema: { type: 'string' } } } } as const;
}

function integrationResponse({ status, contentType, headers, further = '', body }: FixedAnswer, share: ShareText) {
  return {
    statusCode: String(status),
    ...(contentType !== undefined && {
      responseParameters: { 'method.response.header.Content-Type': quoted(contentType) },
    }),
    responseTemplates: { 'application/json': share(`${overrides(headers)}${further}${body}`) },
  };
}

/**
 * Velocity that sets the headers. Unlike mappings, overrides need no declaration and are part of the body template,
 * which all paths share. API Gateway takes one override per header.
 */
function overrides(headers: FixedAnswer['headers']): string {
  return Object.entries(headers)
    .map(([name, value]) => `#set($context.responseOverride.header.${name}=${velocityOf(value)})`)
    .join('');
}

/** Velocity expands no variables between single quotes. @throws for text that cannot be quoted safely */
function velocityOf(value: string): string {
  if (/^'[^'\n]*'$/.test(value)) return value;
  if (/^'[^"$#\n]*'$/.test(value)) return `"${value.slice(1, -1)}"`;
  if (/^context(\.\w+)+$/.test(value)) return `$${value}`;
  throw new Error(`no header of a fixed answer can have the value ${value}`);
}

/** CORS headers; `chooseOrigin` adds the origin if several are allowed. */
export function originHeaders(allowedOrigins: readonly string[]): Record<string, string> {
  return {
    ...(allowedOrigins.length > 1 ? {} : { 'Access-Control-Allow-Origin': quoted(allowedOriginOf(allowedOrigins)) }),
    ...(allowedOrigins.includes('*') ? {} : { Vary: quoted('Origin') }),
  };
}

/** Velocity that allows the caller's origin if it is one of several allowed ones. */
export function chooseOrigin(allowedOrigins: readonly string[]): string {
  const [first, ...others] = allowedOrigins;
  if (others.length === 0) return '';
  const isOurs = allowedOrigins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return [
    // Over HTTP/2 the header's name is in lower case.
    '#set($origin = $input.params().header.get("Origin"))',
    '#if($origin == "") #set($origin = $input.params().header.get("origin")) #end',
    `#if(${isOurs})`,
    '#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)',
    '#else',
    `#set($context.responseOverride.header.Access-Control-Allow-Origin = "${first}")`,
    '#end',
  ].join('\n');
}
