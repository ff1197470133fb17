import { Fn } from 'aws-cdk-lib';
import type { Endpoint, FunctionNeeds } from '../../shared/contract/endpoint/endpoint.ts';
import { functionNameOf, type Named } from './names.ts';

/** The parts of OpenAPI 3.0 and of API Gateway's extensions that the REST API uses. */
export interface OpenApiDocument {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly description: string; readonly version: string };
  readonly paths: Readonly<Record<string, OpenApiPath>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, SecurityScheme>> };
  /** Content types of requests whose body a function gets in Base64. */
  readonly 'x-amazon-apigateway-binary-media-types': readonly string[];
  /** API Gateway compresses responses of at least this many bytes. */
  readonly 'x-amazon-apigateway-minimum-compression-size': number;
  readonly 'x-amazon-apigateway-gateway-responses': Readonly<Record<string, GatewayResponse>>;
}

/** Methods by `get`, `post` … or `x-amazon-apigateway-any-method` for all methods without an entry. */
export type OpenApiPath = Readonly<Record<string, OpenApiMethod>>;

export interface OpenApiMethod {
  readonly operationId?: string;
  readonly parameters?: readonly PathParameter[];
  /** Empty: no key is needed. */
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
  /** The method of API Gateway's request to Lambda. */
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
  /** What happens to a body whose media type has no template; `never`: 415. */
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
  /** Required, but ignored without an identity source. */
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

/** The ARN of a function; the id `*` stands for all functions of the deployment. */
export function functionArnOf(settings: Named, id: string): string {
  return Fn.sub(`${ARN_BEGIN}${functionNameOf(settings, id)}`);
}

/** The URI by which API Gateway invokes a function. */
export function invocationUriOf(settings: Named, id: string, { streamed = false } = {}): string {
  const [version, action] = streamed ? ['2021-11-15', 'response-streaming-invocations'] : ['2015-03-31', 'invocations'];
  const gateway = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/${version}/functions`;
  return Fn.sub(`${gateway}/${ARN_BEGIN}${functionNameOf(settings, id)}/${action}`);
}

const ARN_BEGIN = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:`;

/** A time limit well below API Gateway's 29 seconds, and the memory that gives a function a whole core. */
const defaultNeeds = { timeoutSeconds: 15, memoryMegabytes: 1_769 } as const satisfies FunctionNeeds;

/** The needs of an endpoint's function, the defaults included. */
export function needsOf({ needs }: Pick<Endpoint, 'needs'>): Required<FunctionNeeds> {
  return { ...defaultNeeds, ...needs };
}
