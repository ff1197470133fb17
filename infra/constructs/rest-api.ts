import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  type Method,
  RequestAuthorizer,
  type Resource,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import { prefixOf, type Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import { addMethodNotAllowed, addPreflight } from './fallback-methods.ts';
import { addProblemResponses } from './problem-responses.ts';

export interface ServiceApiProps {
  readonly authorizer: LambdaFunction;
  readonly settings: Settings;
}

/** One line of the access log. It names owner and key by their ids; no header is in it, as headers carry keys. */
const accessLogLine = {
  request_id: '$context.requestId',
  trace_id: '$context.xrayTraceId',
  time: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  path: '$context.path',
  status: '$context.status',
  response_bytes: '$context.responseLength',
  response_ms: '$context.responseLatency',
  integration_ms: '$context.integration.latency',
  integration_status: '$context.integration.status',
  authorizer_ms: '$context.authorizer.latency',
  authorizer_status: '$context.authorizer.status',
  owner_id: '$context.authorizer.owner_id',
  key_id: '$context.authorizer.key_id',
  source_ip: '$context.identity.sourceIp',
  error: '$context.error.responseType',
};

/** The REST API: a route for each endpoint, and an answer in this service's own form for everything else. */
export class ServiceApi extends Construct {
  readonly api: RestApi;
  readonly #authorizer: RequestAuthorizer;
  readonly #settings: Settings;

  constructor(scope: Construct, id: string, { authorizer, settings }: ServiceApiProps) {
    super(scope, id);
    this.#settings = settings;
    this.api = this.#restApi(settings);
    // The key is looked up at each call and never remembered, so that a revoked key is refused at once.
    this.#authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: authorizer,
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });
    addProblemResponses(this.api, settings.allowedOrigins);
    this.#acknowledgeFindings();
  }

  /** Adds the route of an endpoint. */
  addRoute(endpoint: Endpoint, fn: LambdaFunction): void {
    const integration = new LambdaIntegration(fn, { proxy: true, allowTestInvoke: false });
    const method = this.#resourceOf(endpoint.path).addMethod(endpoint.method, integration, {
      ...(endpoint.access === 'key'
        ? { authorizer: this.#authorizer, authorizationType: AuthorizationType.CUSTOM }
        : { authorizationType: AuthorizationType.NONE }),
    });
    acknowledgeMethod(method, endpoint.access);
  }

  /** Answers preflights and wrong methods on the paths of these endpoints. */
  addFallbacks(endpoints: readonly Endpoint[]): void {
    const origins = this.#settings.allowedOrigins;
    for (const [path, group] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
      const resource = this.#resourceOf(path);
      addPreflight(resource, origins);
      addMethodNotAllowed(
        resource,
        group.map(({ method }) => method),
        origins,
      );
    }
  }

  #resourceOf(path: string): Resource {
    return this.api.root.resourceForPath(path);
  }

  #restApi(settings: Settings): RestApi {
    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const api = new RestApi(this, 'RestApi', {
      restApiName: prefixOf(settings),
      description: 'Agent Conversation Service',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: settings.gatewayLogRole,
      deployOptions: {
        stageName: settings.stage,
        tracingEnabled: true,
        throttlingRateLimit: settings.requestsPerSecond,
        throttlingBurstLimit: settings.requestBurst,
        accessLogDestination: new LogGroupLogDestination(logGroup),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
    });
    // The output that the CDK adds by itself; the stack has one of its own, by a name that does not change.
    api.node.tryRemoveChild('Endpoint');
    return api;
  }

  #acknowledgeFindings(): void {
    acknowledge(this.api, {
      'AwsSolutions-APIG2':
        'Each function validates its request against the contract and names every bad field; a second schema here would only differ from it.',
      'AwsSolutions-APIG3':
        'A firewall costs money while nobody calls; an operator attaches a web ACL to the stage when one is wanted.',
      'AwsSolutions-APIG6':
        'The access log names status, latencies and errors of every request; execution logs would repeat headers, and headers carry keys.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'AWS documents this policy as the one for the role by which API Gateway writes logs.',
    });
  }
}

function acknowledgeMethod(method: Method, access: Endpoint['access']): void {
  const byKey =
    'Callers are programs and agents with API keys, which the Lambda authorizer checks; there are no user pools.';
  const openToAll =
    'This endpoint is open by its contract: health, version and the description of the interface hold nothing private.';
  acknowledge(
    method,
    access === 'key'
      ? { 'AwsSolutions-COG4': byKey }
      : { 'AwsSolutions-COG4': openToAll, 'AwsSolutions-APIG4': openToAll },
  );
}
