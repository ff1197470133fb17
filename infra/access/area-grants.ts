import type { CodedEndpoint } from '../../shared/contract/index.ts';
import type { workers } from '../../shared/contract/workers.ts';
import type { Grant } from './resources.ts';

type LambdaId = (CodedEndpoint | (typeof workers)[number])['id'];

/** The grants of some functions, a line for each endpoint and worker. `grantOf` names one that has none. */
export type AreaGrants = { readonly [Id in LambdaId]?: Grant };
