import { allowedOriginOf, quoted } from './gateway-responses.ts';
import type { OpenApiMethod } from './open-api.ts';

/** An answer that API Gateway gives by itself. */
export interface FixedAnswer {
  readonly status: number;
  /** By default that of JSON. */
  readonly contentType?: string;
  /** The other headers, each value as API Gateway's mappings write it: `'text'` or `context.…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Velocity that makes further headers, such as `chooseOrigin`. */
  readonly further?: string;
  /** A mapping template, after the headers. */
  readonly body: string;
}

/** The same answer to HEAD. */
export function withoutBody(answer: FixedAnswer): FixedAnswer {
  return { ...answer, body: '' };
}

/**
 * Gives a text that many answers have a place of its own in the template.
 *
 * @returns what stands for the text
 */
export type ShareText = (text: string) => string;

/** The types of bodies in requests that API Gateway answers itself; others get 415. */
const anyBody = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

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
      // The default is the answer to each status that no other pattern fits.
      responses: Object.fromEntries(
        answers.map((answer) => [
          answer === first ? 'default' : String(answer.status),
          integrationResponse(answer, share),
        ]),
      ),
    },
  } satisfies OpenApiMethod;
}

/** API Gateway maps to headers that the method declares, and to no others. */
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
 * Velocity that makes the headers. Overrides need neither mapping nor declaration, so the headers are a text like the
 * body, and one place in the template holds them for all paths. API Gateway takes one override of each header.
 */
function overrides(headers: FixedAnswer['headers']): string {
  return Object.entries(headers)
    .map(([name, value]) => `#set($context.responseOverride.header.${name}=${velocityOf(value)})`)
    .join('');
}

/** Velocity reads no variables between single quotes. @throws on a text that would end early or hold variables */
function velocityOf(value: string): string {
  if (/^'[^'\n]*'$/.test(value)) return value;
  if (/^'[^"$#\n]*'$/.test(value)) return `"${value.slice(1, -1)}"`;
  if (/^context(\.\w+)+$/.test(value)) return `$${value}`;
  throw new Error(`no header of a fixed answer can have the value ${value}`);
}

/** The origins that may read an answer, where `chooseOrigin` does not choose one of several. */
export function originHeaders(allowedOrigins: readonly string[]): Record<string, string> {
  return {
    ...(allowedOrigins.length > 1 ? {} : { 'Access-Control-Allow-Origin': quoted(allowedOriginOf(allowedOrigins)) }),
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
