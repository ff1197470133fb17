import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Area } from '../../shared/contract/areas.ts';
import type { Endpoint, FunctionNeeds, JsonValue } from '../../shared/contract/endpoint.ts';
import type { EndpointId } from '../../shared/contract/index.ts';
import { isAudited } from '../../shared/http/audit/audited.ts';
import { grantOf } from '../access/index.ts';
import type { Resources } from '../access/resources.ts';
import { prefixOf, type Settings } from '../config.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import type { ServiceApi } from '../constructs/rest-api.ts';
import { ServiceFunction } from '../constructs/service-function.ts';

/** The default needs: time for a handler that waits for TLS and JSON, well below API Gateway's 29 seconds. */
const defaultNeeds = { timeoutSeconds: 15, memoryMegabytes: 512 } as const satisfies FunctionNeeds;

export type CodedEndpoint = Endpoint & { readonly id: EndpointId };

export interface FunctionsStackProps {
  readonly area: Area;
  readonly settings: Settings;
  readonly bundles: FunctionBundles;
  readonly resources: Resources;
  readonly api: ServiceApi;
}

/** One area's functions and routes: an endpoint needs seven of a stack's 500 resources. */
export class FunctionsStack extends NestedStack {
  readonly #props: FunctionsStackProps;

  constructor(scope: Construct, props: FunctionsStackProps) {
    super(scope, `Functions-${props.area}`, {
      description: `Agent Conversation Service: functions and routes of the endpoints for ${props.area}`,
    });
    this.#props = props;
  }

  /** Adds an endpoint's route and function, with their permissions. */
  add(endpoint: CodedEndpoint): void {
    const { bundles, settings, resources, api } = this.#props;
    const { lambda } = new ServiceFunction(this, endpoint.id, {
      ...endpoint,
      ...defaultNeeds,
      ...endpoint.needs,
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
    grantOf(endpoint)(lambda, resources);
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
