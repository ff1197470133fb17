import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EndpointId } from '../../shared/contract/index.ts';
import { isAudited } from '../../shared/http/audited.ts';
import { type Endpoint, isStreamed, type JsonValue } from '../../shared/http/endpoint.ts';
import type { Resources } from '../access/grants.ts';
import { endpointAccess } from '../access.ts';
import { prefixOf, type Settings } from '../config.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import type { ServiceApi } from '../constructs/rest-api.ts';
import { ServiceFunction } from '../constructs/service-function.ts';

/** What answers late on purpose gets what API Gateway waits for at most. */
const patientEndpoints: Partial<Record<EndpointId, number>> = {
  'get-sandbox': 29,
  // As long as Lambda lets it, as a start may take that long. It gives a piece often enough for API Gateway.
  'stream-start-app-conversation': 900,
};

/** Enough for a handler whose time goes into TLS and JSON, and well below the 29 seconds that API Gateway waits. */
const endpointSize = { timeoutSeconds: 15, memoryMegabytes: 512 };

/** What is streamed may take longer: API Gateway waits for the next piece, not for the last. */
const STREAM_SECONDS = 120;

export type CodedEndpoint = Endpoint & { readonly id: EndpointId };

export interface FunctionsStackProps {
  readonly area: string;
  readonly settings: Settings;
  readonly bundles: FunctionBundles;
  readonly resources: Resources;
  readonly api: ServiceApi;
}

/**
 * The functions and routes of one area of the interface, in a stack of their own: CloudFormation allows 500 resources in each, and an endpoint needs seven, of which
 * five are its function's.
 */
export class FunctionsStack extends NestedStack {
  readonly #props: FunctionsStackProps;

  constructor(scope: Construct, props: FunctionsStackProps) {
    super(scope, `Functions-${props.area}`, {
      description: `Agent Conversation Service: functions and routes of the endpoints for ${props.area}`,
    });
    this.#props = props;
  }

  /** Adds the route of an endpoint and the function behind it, with what it may do and what its own route may do to it. */
  add(endpoint: CodedEndpoint): void {
    const { bundles, settings, resources, api } = this.#props;
    const { lambda } = new ServiceFunction(this, endpoint.id, {
      ...endpoint,
      ...endpointSize,
      timeoutSeconds: timeoutOf(endpoint),
      bundles,
      settings,
    });
    lambda.addEnvironment('ALLOWED_ORIGINS', settings.allowedOrigins.join(','));
    if (endpoint.generation === 'legacy' && settings.legacySunset !== undefined) {
      lambda.addEnvironment('LEGACY_SUNSET', settings.legacySunset);
    }
    if (isAudited(endpoint)) {
      // Entries are added by each, and neither changed nor removed by any.
      resources.data.audit.allow(lambda, 'PutItem');
      lambda.addEnvironment('DEPLOYMENT', prefixOf(settings));
    }
    endpointAccess[endpoint.id](lambda, resources);
    api.allowCallOf(lambda, endpoint);
    api.addRoute(this, endpoint, lambda);
  }

  /** Adds the route of an endpoint that has one answer only. */
  addConstant(endpoint: Endpoint, value: JsonValue): void {
    this.#props.api.addConstant(this, endpoint, value);
  }

  /** Answers preflights and wrong methods on a path that has these methods. */
  addFallback(path: string, methods: readonly string[]): void {
    this.#props.api.addFallback(this, path, methods);
  }
}

function timeoutOf(endpoint: CodedEndpoint): number {
  return patientEndpoints[endpoint.id] ?? (isStreamed(endpoint) ? STREAM_SECONDS : endpointSize.timeoutSeconds);
}
