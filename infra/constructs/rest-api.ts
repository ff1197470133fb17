import { ArnFormat, Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  AwsIntegration,
  EndpointType,
  type Integration,
  LogGroupLogDestination,
  Method,
  type MethodOptions,
  RequestAuthorizer,
  type Resource,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Endpoint, isStreamed, type JsonValue } from '../../shared/contract/endpoint.ts';
import { prefixOf, type Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import { constantAnswer } from './constant-answers.ts';
import { addFallback } from './fallback-methods.ts';
import { declarationOf, fixedAnswers } from './mock-methods.ts';
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

/** The REST API. Paths are in its own stack, methods in their area's, and the deployment waits for all. */
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

  /** Where clients reach the API, without a trailing slash. */
  get baseUrl(): string {
    const { region, urlSuffix } = Stack.of(this);
    // Not from the stage itself: it comes after all routes, so after the functions whose environment has this address.
    return `https://${this.api.restApiId}.execute-api.${region}.${urlSuffix}/${this.#settings.stage}`;
  }

  /** Adds the route of an endpoint that this function answers, in the stack of its area. */
  addRoute(area: Stack, endpoint: Endpoint, fn: LambdaFunction): void {
    const integration = functionIntegration(endpoint, fn);
    this.#addMethod(area, endpoint, integration, this.#authorization(endpoint));
  }

  /** Adds the route of an endpoint that has one answer only, in the stack of its area. */
  addConstant(area: Stack, endpoint: Endpoint, value: JsonValue): void {
    const answer = constantAnswer(endpoint, value, this.#settings);
    const options = { ...this.#authorization(endpoint), ...declarationOf(answer) };
    this.#addMethod(area, endpoint, fixedAnswers([answer]), options);
  }

  /** Lets the API call a function, perhaps of another stack, for this endpoint's route alone. */
  allowCallOf(fn: LambdaFunction, { method, path }: Endpoint): void {
    const route = path.replace(/\{\w+\+?\}/g, '*');
    fn.addPermission('Route', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
        resource: this.api.restApiId,
        resourceName: `${this.#settings.stage}/${method}${route}`,
      }),
    });
  }

  /** Answers preflights and wrong methods on a path that has these methods, in the stack of an area. */
  addFallback(area: Stack, path: string, methods: readonly string[]): void {
    addFallback(area, this.#resourceOf(path), methods, this.#settings);
  }

  #addMethod(area: Stack, endpoint: Endpoint, integration: Integration, options: MethodOptions): void {
    const { method: httpMethod, path, access } = endpoint;
    const resource = this.#resourceOf(path);
    const method = new Method(area, `${httpMethod} ${path}`, { httpMethod, resource, integration, options });
    acknowledgeMethod(method, access);
  }

  #authorization({ access }: Endpoint): MethodOptions {
    return access === 'key'
      ? { authorizer: this.#authorizer, authorizationType: AuthorizationType.CUSTOM }
      : { authorizationType: AuthorizationType.NONE };
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
      // The page of the reference, and pages of a hundred conversations, for clients that ask for it.
      minCompressionSize: Size.kibibytes(64),
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
        'A firewall costs money without calls; an operator attaches a web ACL to the stage when one is wanted.',
      'AwsSolutions-APIG6':
        'The access log names status, latencies and errors of every request; execution logs would repeat headers, and headers carry keys.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'AWS documents this policy as the one for the role by which API Gateway writes logs.',
    });
  }
}

/** `allowCallOf` gives the permission to call: here it would refer to both stacks at once. */
function functionIntegration(endpoint: Endpoint, fn: LambdaFunction): AwsIntegration {
  const streamed = isStreamed(endpoint);
  return new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: streamed
      ? `2021-11-15/functions/${fn.functionArn}/response-streaming-invocations`
      : `2015-03-31/functions/${fn.functionArn}/invocations`,
    ...(streamed
      ? { options: { responseTransferMode: ResponseTransferMode.STREAM, timeout: fn.timeout ?? Duration.seconds(29) } }
      : {}),
  });
}

function acknowledgeMethod(method: Method, access: Endpoint['access']): void {
  const byKey =
    'Callers are programs and agents with API keys, which the Lambda authorizer checks; there are no user pools.';
  const openToAll =
    'This endpoint is open by its contract: health, version and the description of the interface hold nothing private.';
  const bySandbox = 'Agents call with the session key of their sandbox, which the function itself checks.';
  const reason = access === 'open' ? openToAll : bySandbox;
  acknowledge(
    method,
    access === 'key' ? { 'AwsSolutions-COG4': byKey } : { 'AwsSolutions-COG4': reason, 'AwsSolutions-APIG4': reason },
  );
}
