import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { codedEndpoints, type EndpointId } from '../../shared/contract/coded-endpoints.ts';
import type { Area } from '../../shared/contract/endpoint/areas.ts';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { isAudited } from '../../shared/http/audit/audit-requests.ts';
import { isCharged } from '../../shared/http/rate-limits/charge-calls.ts';
import { commonRights } from '../../shared/rights/groups.ts';
import { allow, allowStatement, type Resources } from '../access/access.ts';
import { needsOf } from '../api/open-api.ts';
import type { Settings } from '../config.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import { ServiceFunction } from '../constructs/service-function.ts';

interface FunctionsStackProps {
  readonly settings: Settings;
  readonly bundles: FunctionBundles;
  readonly resources: Resources;
}

/** The functions of one group of areas, each with its role and log group. */
export class FunctionsStack extends NestedStack {
  readonly #props: FunctionsStackProps;

  constructor(scope: Construct, group: FunctionGroup, props: FunctionsStackProps) {
    super(scope, group, { description: `Agent Conversation Service: functions of endpoints (${group.toLowerCase()})` });
    this.#props = props;
    for (const endpoint of codedEndpoints) if (functionGroupOf(endpoint.area) === group) this.#add(endpoint);
  }

  #add(endpoint: Endpoint & { readonly id: EndpointId }): void {
    const { bundles, settings, resources } = this.#props;
    const { lambda } = new ServiceFunction(this, endpoint.id, { ...endpoint, ...needsOf(endpoint), bundles, settings });
    allowStatement(
      lambda,
      commonRights(endpoint, { isAudited: isAudited(endpoint), isCharged: isCharged(endpoint) }),
      resources,
    );
    allow(lambda, endpoint.id, resources);
  }
}

/** The nested stacks of the endpoints' functions. A function takes three of the 500 resources of a stack. */
export const functionGroups = ['Conversations', 'Owners'] as const;
type FunctionGroup = (typeof functionGroups)[number];

/**
 * The areas of the group Conversations. An area cannot move to another group in one deployment: function names are
 * fixed, and no two stacks can have the same name at a time.
 */
const conversationAreas: ReadonlySet<Area> = new Set(['agents', 'conversations', 'sandboxes']);

function functionGroupOf(area: Area): FunctionGroup {
  return conversationAreas.has(area) ? 'Conversations' : 'Owners';
}
