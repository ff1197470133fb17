import { Fn } from 'aws-cdk-lib';
import type { Endpoint, FunctionNeeds } from '../../shared/contract/endpoint/endpoint.ts';
import { functionNameOf, type Named } from './names.ts';

/** The parts of OpenAPI 3.0, with API Gateway's extensions, that the document of the REST API is made of. */
export interface OpenApiDocument {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly description: string; readonly version: string };
  readonly paths: Readonly<Record<string, OpenApiPath>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, SecurityScheme>> };
  /** In bytes: larger answers are compressed for clients that take it. */
  readonly 'x-amazon-apigateway-minimum-compression-size': number;
  readonly 'x-amazon-apigateway-gateway-responses': Readonly<Record<string, GatewayResponse>>;
}

/** Methods by `get`, `post` … or `x-amazon-apigateway-any-method`, which stands for all that have no entry. */
export type OpenApiPath = Readonly<Record<string, OpenApiMethod>>;

export interface OpenApiMethod {
  readonly operationId?: string;
  readonly parameters?: readonly PathParameter[];
  /** Empty: the method is open to all. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly headers?: Headers }>>;
  readonly 'x-amazon-apigateway-integration': FunctionIntegration | MockIntegration;
}

interface PathParameter {
  readonly name: string;
  readonly in: 'path';
  readonly required: true;
  readonly schema: { readonly type: 'string' };
}

type Headers = Readonly<Record<string, { readonly schema: { readonly type: 'string' } }>>;

export interface FunctionIntegration {
  readonly type: 'aws_proxy';
  /** How API Gateway calls Lambda, whatever the client's method. */
  readonly httpMethod: 'POST';
  readonly uri: string;
  /** ARN of the role that invokes the function. */
  readonly credentials: string;
  readonly passthroughBehavior: 'when_no_match';
  readonly timeoutInMillis: number;
  readonly responseTransferMode?: 'STREAM';
}

export interface MockIntegration {
  readonly type: 'mock';
  /** What happens to a body of a type without a template; `never`: 415. */
  readonly passthroughBehavior: 'when_no_match' | 'when_no_templates' | 'never';
  readonly requestTemplates: Readonly<Record<string, string>>;
  /** By the status that the request template gives, or `default`. */
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly statusCode: string;
        readonly responseParameters?: Readonly<Record<string, string>>;
        readonly responseTemplates: Readonly<Record<string, string>>;
      }
    >
  >;
}

export interface SecurityScheme {
  readonly type: 'apiKey';
  /** API Gateway asks for a name, and does not use it where no identity source is named. */
  readonly name: 'Unused';
  readonly in: 'header';
  readonly 'x-amazon-apigateway-authtype': 'custom';
  readonly 'x-amazon-apigateway-authorizer': {
    readonly type: 'request';
    readonly authorizerUri: string;
    readonly authorizerCredentials: string;
    /** In seconds. */
    readonly authorizerResultTtlInSeconds: number;
  };
}

export interface GatewayResponse {
  readonly statusCode?: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: Readonly<Record<string, string>>;
}

/** The declaration of a path's parameters, greedy ones too. */
export function parametersOf(path: string): Pick<OpenApiMethod, 'parameters'> {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].flatMap(([, name]) => name ?? []);
  if (names.length === 0) return {};
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) };
}

/** The ARN of a function, or with the id `*` of all functions of the deployment. */
export function functionArnOf(settings: Named, id: string): string {
  return Fn.sub(`${ARN_BEGIN}${functionNameOf(settings, id)}`);
}

/** The URI by which API Gateway invokes a function, for the whole answer or for one that comes in pieces. */
export function invocationUriOf(settings: Named, id: string, { streamed = false } = {}): string {
  const [version, action] = streamed ? ['2021-11-15', 'response-streaming-invocations'] : ['2015-03-31', 'invocations'];
  const gateway = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/${version}/functions`;
  return Fn.sub(`${gateway}/${ARN_BEGIN}${functionNameOf(settings, id)}/${action}`);
}

const ARN_BEGIN = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:`;

/**
 * The default needs: time for a handler that waits for TLS and JSON, well below API Gateway's 29 seconds, and the
 * memory that gives it a whole core, as a person waits for it.
 */
const defaultNeeds = { timeoutSeconds: 15, memoryMegabytes: 1_769 } as const satisfies FunctionNeeds;

/** The needs of an endpoint's function, the defaults included. */
export function needsOf({ needs }: Pick<Endpoint, 'needs'>): Required<FunctionNeeds> {
  return { ...defaultNeeds, ...needs };
}
