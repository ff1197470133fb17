import type {
  FunctionIntegration as AwsProxy,
  MockIntegration as Mock,
  OpenApiMethod,
  SecurityScheme,
} from '../../api/open-api.ts';
import { functionNameIn } from '../aws/names.ts';

export interface FunctionIntegration {
  readonly type: 'function';
  readonly functionName: string;
  readonly timeoutMilliseconds: number;
  /** Whether the response is streamed to the client. */
  readonly streams: boolean;
}

export interface MockResponse {
  readonly status: number;
  /** Matches the status that the request template gives; undefined for the default response. */
  readonly selection: RegExp | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, string>>;
}

export interface MockIntegration {
  readonly type: 'mock';
  readonly requestTemplates: Readonly<Record<string, string>>;
  /** How to handle a request whose content type has no template. */
  readonly passthrough: 'when_no_match' | 'when_no_templates' | 'never';
  readonly responses: readonly MockResponse[];
}

export type Integration = FunctionIntegration | MockIntegration;

/** @throws for a type of integration that is not supported here */
export function readIntegration(method: OpenApiMethod, where: string): Integration {
  const integration = method['x-amazon-apigateway-integration'];
  switch (integration?.type) {
    case 'aws_proxy':
      return readFunctionIntegration(integration, where);
    case 'mock':
      return {
        type: 'mock',
        requestTemplates: integration.requestTemplates ?? {},
        passthrough: integration.passthroughBehavior ?? 'when_no_match',
        responses: Object.entries(integration.responses ?? {}).map(readMockResponse),
      };
    default:
      throw new Error(`${where}: an integration of type ${String(Object(integration).type)} is not supported locally`);
  }
}

function readFunctionIntegration(integration: AwsProxy, where: string): FunctionIntegration {
  const { uri, timeoutInMillis = 29_000, responseTransferMode } = integration;
  const streams = responseTransferMode === 'STREAM';
  if (streams !== uri.endsWith('/response-streaming-invocations')) {
    throw new Error(`${where}: its URI and its transfer mode do not fit together`);
  }
  return { type: 'function', functionName: functionNameInUri(uri), timeoutMilliseconds: timeoutInMillis, streams };
}

/** `default` stands for every status that no other pattern matches. */
function readMockResponse([pattern, response]: [string, Mock['responses'][string]]): MockResponse {
  return {
    status: Number(response.statusCode),
    selection: pattern === 'default' ? undefined : new RegExp(`^(?:${pattern})$`),
    parameters: response.responseParameters ?? {},
    templates: response.responseTemplates ?? {},
  };
}

/** The function of an `…:lambda:path/…/functions/<arn>/invocations` URI, streaming or not. @throws for another URI */
function functionNameInUri(uri: string): string {
  const found = /\/functions\/(.+)\/(?:response-streaming-)?invocations$/.exec(uri)?.[1];
  if (found === undefined) throw new Error(`'${uri}' is not the URI of a Lambda function`);
  return functionNameIn(found);
}

/** A Lambda authorizer that is invoked for every request. */
export interface AuthorizerSettings {
  readonly functionName: string;
  /** ARN of the role with which the API invokes it. */
  readonly credentials: string;
}

interface Described {
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> };
}

/** The authorizers by the names of their schemes. @throws for a kind of authorizer that is not supported here */
export function readAuthorizers({ components }: Described): ReadonlyMap<string, AuthorizerSettings> {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  return new Map(schemes.map(([name, scheme]) => [name, readAuthorizer(name, scheme)]));
}

function readAuthorizer(name: string, scheme: SecurityScheme): AuthorizerSettings {
  const authorizer = scheme['x-amazon-apigateway-authorizer'];
  if (authorizer?.type !== 'request' || authorizer.authorizerResultTtlInSeconds !== 0) {
    throw new Error(`${name}: only an authorizer of type 'request' that caches nothing is supported locally`);
  }
  return {
    functionName: functionNameInUri(authorizer.authorizerUri),
    credentials: authorizer.authorizerCredentials,
  };
}
