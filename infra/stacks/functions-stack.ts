import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { codedEndpoints, type EndpointId } from '../../shared/contract/coded-endpoints.ts';
import type { Area } from '../../shared/contract/endpoint/areas.ts';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { namedFields } from '../../shared/contract/endpoint/named.ts';
import { isAudited } from '../../shared/http/audit/audit-requests.ts';
import { isCharged } from '../../shared/http/rate-limits/charge-calls.ts';
import { commonRights } from '../../shared/rights/groups.ts';
import { allRights } from '../../shared/rights/index.ts';
import { rights } from '../../shared/rights/statement.ts';
import { allowStatement, type Resources } from '../access/access.ts';
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
    const common = commonRights(endpoint, {
      isAudited: isAudited(endpoint),
      isCharged: isCharged(endpoint),
      named: namedFields(endpoint).map(({ kind }) => kind),
    });
    allowStatement(lambda, rights(common, allRights[endpoint.id]), resources);
  }
}

/** The nested stacks of the endpoints' functions. A function takes three of the 500 resources of a stack. */
export const functionGroups = ['Conversations', 'Owners', 'People'] as const;
type FunctionGroup = (typeof functionGroups)[number];

/**
 * The areas of the other groups than Owners. An area cannot move to another group in one deployment: function names are
 * fixed, and no two stacks can have the same name at a time.
 */
const groups: ReadonlyMap<Area, FunctionGroup> = new Map([
  ['accounts', 'People'],
  ['agents', 'Conversations'],
  ['broker', 'Conversations'],
  ['conversations', 'Conversations'],
  ['sandboxes', 'Conversations'],
]);

function functionGroupOf(area: Area): FunctionGroup {
  return groups.get(area) ?? 'Owners';
}
