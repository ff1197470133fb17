import { AuthorizationType, MockIntegration, PassthroughBehavior, type Resource } from 'aws-cdk-lib/aws-apigateway';
import { allowedHeaders, allowedMethods, exposedHeaders } from '../../shared/http/cors.ts';
import { PROBLEM_CONTENT_TYPE, problem, problems } from '../../shared/http/problem.ts';
import { acknowledge } from './acknowledge.ts';
import { allowedOriginOf, quoted } from './problem-responses.ts';

/** How long browsers may remember what a preflight answered, in seconds: the longest that all of them honour. */
const PREFLIGHT_SECONDS = 7200;

const open = { authorizationType: AuthorizationType.NONE } as const;

const openRoute = {
  'AwsSolutions-APIG4':
    'API Gateway answers this by itself, with nothing private; browsers and lost clients have no key to send.',
  'AwsSolutions-COG4':
    'API Gateway answers this by itself, with nothing private; browsers and lost clients have no key to send.',
};

/** Answers the question that browsers ask before they send a key to another origin. */
export function addPreflight(resource: Resource, allowedOrigins: readonly string[]): void {
  const headers = {
    'Access-Control-Allow-Origin': quoted(allowedOriginOf(allowedOrigins)),
    'Access-Control-Allow-Headers': quoted(allowedHeaders.join(',')),
    'Access-Control-Allow-Methods': quoted(allowedMethods.join(',')),
    'Access-Control-Max-Age': quoted(String(PREFLIGHT_SECONDS)),
    'X-Request-Id': 'context.requestId',
    ...(allowedOrigins.includes('*') ? {} : { Vary: quoted('Origin') }),
  };
  const method = resource.addMethod(
    'OPTIONS',
    mock(204, headers, allowedOrigins.length > 1 ? chooseOrigin(allowedOrigins) : ''),
    { ...open, methodResponses: [methodResponse(204, headers)] },
  );
  acknowledge(method, openRoute);
}

/** Answers every method that a known path does not have. `allowed` are the methods that it has. */
export function addMethodNotAllowed(
  resource: Resource,
  allowed: readonly string[],
  allowedOrigins: readonly string[],
): void {
  const { status } = problems.method_not_allowed;
  const methods = [...allowed, 'OPTIONS'].join(', ');
  const headers = {
    Allow: quoted(methods),
    'Content-Type': quoted(PROBLEM_CONTENT_TYPE),
    'X-Request-Id': 'context.requestId',
    'Cache-Control': quoted('no-store'),
    'Access-Control-Allow-Origin': quoted(allowedOriginOf(allowedOrigins)),
    'Access-Control-Expose-Headers': quoted(exposedHeaders.join(', ')),
  };
  const body = JSON.stringify(problem('method_not_allowed', `this path allows ${methods}`, '$context.requestId'));
  const method = resource.addMethod('ANY', mock(status, headers, body), {
    ...open,
    methodResponses: [methodResponse(status, headers)],
  });
  acknowledge(method, openRoute);
}

type Headers = Readonly<Record<string, string>>;

function mock(status: number, headers: Headers, body: string): MockIntegration {
  const chosen = JSON.stringify({ statusCode: status });
  return new MockIntegration({
    passthroughBehavior: PassthroughBehavior.NEVER,
    // A body of any of these types may come along with a wrong method; of any other type the answer is 415.
    requestTemplates: {
      'application/json': chosen,
      'application/x-www-form-urlencoded': chosen,
      'multipart/form-data': chosen,
      'text/plain': chosen,
    },
    integrationResponses: [
      {
        statusCode: String(status),
        responseParameters: mapped(headers, (value) => value),
        responseTemplates: { 'application/json': body },
      },
    ],
  });
}

function methodResponse(status: number, headers: Headers) {
  return { statusCode: String(status), responseParameters: mapped(headers, () => true) };
}

function mapped<T>(headers: Headers, headerValue: (value: string) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, headerValue(value)]),
  );
}

/** Velocity that names the caller's origin if it is one of ours. Mappings alone cannot look at the request. */
function chooseOrigin(allowedOrigins: readonly string[]): string {
  const [first] = allowedOrigins;
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
