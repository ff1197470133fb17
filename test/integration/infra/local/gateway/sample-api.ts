import { Fn, type Stack } from 'aws-cdk-lib';
import { ApiDefinition, SpecRestApi, type SpecRestApiProps } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { GatewayResponse, MockIntegration } from '../../../../../infra/api/open-api.ts';

interface SampleRoute {
  /** `GET /things/{id}`, or `ANY …`. */
  readonly route: `${string} /${string}`;
  readonly fn?: LambdaFunction;
  readonly mock?: Omit<MockIntegration, 'type'>;
  readonly milliseconds?: number;
  readonly streams?: boolean;
  readonly guarded?: boolean;
}

export interface SampleApi extends Partial<SpecRestApiProps> {
  readonly routes: readonly SampleRoute[];
  readonly authorizer?: LambdaFunction;
  readonly minCompressedBytes?: number;
  readonly gatewayResponses?: Readonly<Record<string, Partial<GatewayResponse>>>;
}

/** Adds a REST API that is defined by one OpenAPI document, like the API of the service. */
export function addApi(stack: Stack, given: SampleApi): void {
  const { routes, authorizer, minCompressedBytes, binaryMediaTypes, gatewayResponses = {}, ...props } = given;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const [method = '', path = ''] = route.route.split(' ');
    const name = method === 'ANY' ? 'x-amazon-apigateway-any-method' : method.toLowerCase();
    paths[path] = { ...paths[path], [name]: methodOf(route) };
  }
  const document = {
    openapi: '3.0.1',
    info: { title: 'Sample', version: '1' },
    paths,
    ...(authorizer && { components: { securitySchemes: { sample: schemeOf(authorizer) } } }),
    ...(minCompressedBytes && { 'x-amazon-apigateway-minimum-compression-size': minCompressedBytes }),
    ...(binaryMediaTypes && { 'x-amazon-apigateway-binary-media-types': binaryMediaTypes }),
    'x-amazon-apigateway-gateway-responses': gatewayResponses,
  };
  new SpecRestApi(stack, 'Api', { ...props, apiDefinition: ApiDefinition.fromInline(document) });
}

const credentials = 'arn:aws:iam::000000000000:role/invoker';

function methodOf({ fn, mock, milliseconds, streams = false, guarded = false }: SampleRoute): unknown {
  const integration = fn && {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: uriOf(fn, streams),
    credentials,
    ...(milliseconds === undefined ? {} : { timeoutInMillis: milliseconds }),
    ...(streams ? { responseTransferMode: 'STREAM' } : {}),
  };
  return {
    ...(guarded ? { security: [{ sample: [] }] } : {}),
    'x-amazon-apigateway-integration': integration ?? { type: 'mock', ...mock },
  };
}

function schemeOf(authorizer: LambdaFunction): unknown {
  return {
    type: 'apiKey',
    'x-amazon-apigateway-authorizer': {
      type: 'request',
      authorizerUri: uriOf(authorizer, false),
      authorizerCredentials: credentials,
      authorizerResultTtlInSeconds: 0,
    },
  };
}

function uriOf(fn: LambdaFunction, streams: boolean): string {
  const [version, action] = streams ? ['2021-11-15', 'response-streaming-invocations'] : ['2015-03-31', 'invocations'];
  const path = `lambda:path/${version}/functions`;
  return Fn.join('', [`arn:aws:apigateway:us-east-1:${path}/`, fn.functionArn, `/${action}`]);
}
