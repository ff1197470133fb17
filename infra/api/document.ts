import {
  answersHead,
  type Endpoint,
  isAuthorized,
  isStreamed,
  methodsOf,
} from '../../shared/contract/endpoint/endpoint.ts';
import { COMPRESSED_BYTES } from '../../shared/http/answers/etag.ts';
import { prefixOf, type Settings } from '../config.ts';
import { addressPath } from './address-path.ts';
import { fallbackMethod, unknownPaths } from './fallback-methods.ts';
import { constantAnswer, type FixedAnswer, fixedMethod, type ShareText, withoutBody } from './fixed-answers.ts';
import { gatewayResponses } from './gateway-responses.ts';
import {
  invocationUriOf,
  needsOf,
  type OpenApiDocument,
  type OpenApiMethod,
  type OpenApiPath,
  parametersOf,
  type SecurityScheme,
} from './open-api.ts';
import { pathsForPeople } from './people-pages.ts';

/** API Gateway's time limit for a response that is not streamed. */
const GATEWAY_MS = 29_000;

/** The security scheme of methods that need an API key. */
const API_KEY = 'api-key';

/**
 * The whole REST API as one OpenAPI document: the routes of the endpoints, the responses of API Gateway itself and the
 * authorizer. It names functions by ARN and refers to no resource of the stack.
 *
 * @param invoker ARN of the role that invokes the functions for the API
 */
export function apiDocument(
  endpoints: readonly Endpoint[],
  settings: Settings,
  invoker: string,
  share: ShareText,
): OpenApiDocument {
  const answeredBy = (endpoint: Endpoint, constant: FixedAnswer | undefined): OpenApiMethod => ({
    ...parametersOf(endpoint.path),
    security: isAuthorized(endpoint) ? [{ [API_KEY]: [] }] : [],
    ...(constant === undefined ? functionMethod(endpoint, settings, invoker) : fixedMethod([constant], share)),
  });
  const methodOf = (endpoint: Endpoint): OpenApiMethod => ({
    operationId: endpoint.id,
    ...answeredBy(endpoint, constantAnswer(endpoint, settings)),
  });
  // HEAD has the function and authorizer of GET, but no operation id: operation ids are unique.
  const headOf = (endpoint: Endpoint): OpenApiMethod => {
    const constant = constantAnswer(endpoint, settings);
    return answeredBy({ ...endpoint, summary: '' }, constant && withoutBody(constant));
  };
  const pathOf = (path: string, methods: readonly Endpoint[]): OpenApiPath => ({
    ...Object.fromEntries(methods.map((endpoint) => [endpoint.method.toLowerCase(), methodOf(endpoint)])),
    ...Object.fromEntries(methods.filter(answersHead).map((endpoint) => ['head', headOf(endpoint)])),
    'x-amazon-apigateway-any-method': {
      ...parametersOf(path),
      security: [],
      ...fallbackMethod(path, methodsOf(methods), settings, share),
    },
  });
  const paths = Map.groupBy(endpoints, ({ path }) => path);
  const others = { ...pathsForPeople(settings, share), ...addressPath(settings, invoker, GATEWAY_MS) };
  return {
    openapi: '3.0.1',
    info: { title: prefixOf(settings), description: 'Agent Conversation Service', version: '1' },
    paths: {
      ...Object.fromEntries([...paths].map(([path, methods]) => [path, pathOf(path, methods)])),
      ...others,
      ...unknownPaths([...paths.keys(), ...Object.keys(others)], settings, share),
    },
    components: { securitySchemes: { [API_KEY]: authorizer(settings, invoker) } },
    // API Gateway hands over other bodies as text, in which it replaces bytes that are not UTF-8.
    'x-amazon-apigateway-binary-media-types': ['application/octet-stream'],
    'x-amazon-apigateway-minimum-compression-size': COMPRESSED_BYTES,
    'x-amazon-apigateway-gateway-responses': gatewayResponses(settings.allowedOrigins),
  };
}

/**
 * API Gateway caches no result of the authorizer, so that a revoked key is refused at once. There is no identity
 * source, because a key comes in one of two headers and API Gateway would require both.
 */
function authorizer(settings: Settings, invoker: string): SecurityScheme {
  return {
    type: 'apiKey',
    name: 'Unused',
    in: 'header',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'request',
      authorizerUri: invocationUriOf(settings, 'authorize'),
      authorizerCredentials: invoker,
      authorizerResultTtlInSeconds: 0,
    },
  };
}

function functionMethod(endpoint: Endpoint, settings: Settings, invoker: string) {
  const streamed = isStreamed(endpoint);
  return {
    responses: { [String(endpoint.success.status)]: { description: endpoint.summary } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: invocationUriOf(settings, endpoint.id, { streamed }),
      credentials: invoker,
      passthroughBehavior: 'when_no_match',
      timeoutInMillis: streamed ? needsOf(endpoint).timeoutSeconds * 1_000 : GATEWAY_MS,
      ...(streamed ? { responseTransferMode: 'STREAM' } : {}),
    },
  } as const satisfies OpenApiMethod;
}
