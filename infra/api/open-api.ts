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
