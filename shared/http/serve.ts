import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import httpSecurityHeaders from '@middy/http-security-headers';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { requireEnvList } from '../env.ts';
import { AppError } from '../errors.ts';
import { exposedHeaders } from './cors.ts';
import type { Endpoint, Operation, Output, WholeEndpoint } from './endpoint.ts';
import { answerErrors } from './error-answers.ts';
import { isForm, readForm } from './form-body.ts';
import { MAX_BODY_BYTES, readRequest } from './request.ts';
import { requireScope } from './require-scope.ts';
import { securityHeaders } from './security-headers.ts';
import { standardHeaders } from './standard-headers.ts';

/**
 * Makes the Lambda handler of an endpoint. `wire` names what this function uses; it runs once, on the first request, so that importing the file needs no
 * environment.
 */
export function serve<E extends WholeEndpoint, D>(operation: Operation<E, D>, wire: () => D) {
  return throughMiddlewares(operation, wire, (result) => answer(operation.endpoint, result));
}

/**
 * Runs an operation between what all endpoints have in common. Middlewares answer from the last to the first: errors become problems before the headers are added,
 * so that errors carry them too.
 *
 * @param answerWith makes an answer of what the operation gave; what it throws becomes a problem too
 */
export function throughMiddlewares<E extends Endpoint, D>(
  { endpoint, run }: Operation<E, D>,
  wire: () => D,
  answerWith: (
    result: Output<E>,
    event: APIGatewayProxyEvent,
  ) => APIGatewayProxyResult | Promise<APIGatewayProxyResult>,
) {
  let deps: D | undefined;
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(standardHeaders(endpoint))
    .use(cors())
    .use(httpSecurityHeaders(securityHeaders))
    .use(answerErrors(endpoint))
    .use(requireScope(endpoint))
    .use(httpHeaderNormalizer())
    .use(requestBody(endpoint))
    .handler(async (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
      const input = readRequest(endpoint, event, () => context.getRemainingTimeInMillis());
      deps ??= wire();
      return answerWith(await run(input, deps), event);
    });
}

/** The response schema decides what leaves: unlisted fields are dropped, and an answer that breaks its own contract is our bug. */
function answer(endpoint: Endpoint, result: unknown): APIGatewayProxyResult {
  const { status, body, contentType = 'application/json', headers = {} } = endpoint.success;
  const parsed = body.safeParse(result);
  if (!parsed.success) throw new Error(`the answer of ${endpoint.id} breaks its contract`, { cause: parsed.error });
  const text = contentType === 'application/json' ? JSON.stringify(parsed.data) : String(parsed.data);
  return { statusCode: status, headers: { 'Content-Type': contentType, ...headers }, body: text };
}

/** Made on the first request, as the allowed origins are a setting of the stage. */
function cors(): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  let made: middy.MiddlewareObj | undefined;
  const middleware = () => {
    const origins = [...requireEnvList('ALLOWED_ORIGINS')];
    made ??= httpCors({ origins, exposeHeaders: exposedHeaders.join(', ') });
    return made;
  };
  return {
    after: (request) => middleware().after?.(request),
    onError: (request) => middleware().onError?.(request),
  };
}

/** Parses the body for the endpoints that take one; the others ignore whatever is sent. */
function requestBody(endpoint: Endpoint): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const parser = httpJsonBodyParser();
  return {
    before: (request) => {
      const { event } = request;
      if (!endpoint.body) return;
      if (!event.body) {
        // Nothing is not the JSON `null`: some endpoints do without a body, but none takes that for an object.
        event.body = undefined as unknown as null;
        return;
      }
      const size = event.isBase64Encoded ? Buffer.byteLength(event.body, 'base64') : Buffer.byteLength(event.body);
      const { maxBodyBytes = MAX_BODY_BYTES } = endpoint;
      if (size > maxBodyBytes) {
        throw new AppError('payload_too_large', `the body has ${size} bytes; ${maxBodyBytes} are allowed`);
      }
      if (endpoint.bodyFormat === 'form' && isForm(event)) readForm(event);
      else parser.before?.(request as never);
    },
  };
}
