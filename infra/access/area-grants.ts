import type { Area } from '../../shared/contract/areas.ts';
import type { CodedEndpoint } from '../../shared/contract/index.ts';
import type { workers } from '../../shared/contract/workers.ts';
import type { Grant } from './resources.ts';

type LambdaOf<A extends Area> = Extract<CodedEndpoint | (typeof workers)[number], { readonly area: A }>['id'];

/** The grants of one area, a line for each endpoint and worker. `grantOf` names the file that lacks one. */
export type AreaGrants<A extends Area> = { readonly [Id in LambdaOf<A>]?: Grant };
