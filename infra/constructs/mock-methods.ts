import {
  AuthorizationType,
  type MethodOptions,
  type MethodResponse,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { allowedOriginOf, quoted } from './problem-responses.ts';

/** An answer that API Gateway gives by itself. */
export interface FixedAnswer {
  readonly status: number;
  /** Each value as API Gateway's mappings write it: `'text'` or `context.…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** A mapping template. */
  readonly body: string;
}

export const withoutKey = { authorizationType: AuthorizationType.NONE } as const;

/** The types of bodies in requests that API Gateway answers itself; others get 415. */
const anyBody = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** An integration with fixed answers. @param choice mapping template `{"statusCode": …}`; by default the first */
export function fixedAnswers([first, ...others]: readonly [FixedAnswer, ...FixedAnswer[]], choice?: string) {
  const template = choice ?? JSON.stringify({ statusCode: first.status });
  return new MockIntegration({
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: Object.fromEntries(anyBody.map((type) => [type, template])),
    integrationResponses: [first, ...others].map(({ status, headers, body }) => ({
      statusCode: String(status),
      // What has no pattern is the answer to whatever no other pattern fits.
      ...(status === first.status ? {} : { selectionPattern: String(status) }),
      responseParameters: mapped(headers, (value) => value),
      responseTemplates: { 'application/json': body },
    })),
  });
}

/** What the method of such an integration has to declare. */
export function declarationOf(...answers: readonly FixedAnswer[]): Pick<MethodOptions, 'methodResponses'> {
  const declare = ({ status, headers }: FixedAnswer): MethodResponse => ({
    statusCode: String(status),
    responseParameters: mapped(headers, () => true),
  });
  return { methodResponses: answers.map(declare) };
}

function mapped<T>(headers: FixedAnswer['headers'], headerValue: (value: string) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, headerValue(value)]),
  );
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
