import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { Place } from '../aws/names.ts';
import type { XmlParts } from '../aws/xml.ts';
import type { AccountFacts } from './account-state.ts';

/** The facts from which the account responds. */
export interface Source {
  readonly assembly: Assembly;
  readonly place: Place;
  readonly facts: AccountFacts;
  /** URL of the API that the template describes. */
  readonly apiUrl: string;
  /** URL of the sandboxes, with `{label}` in it; undefined without an edge, or before it listens. */
  readonly sandboxUrl: string | undefined;
  readonly now: Date;
}

export type Input = Readonly<Record<string, unknown>>;

/** Operations of one Query protocol service. @returns undefined for an operation that is not supported */
export type QueryOperations = (operation: string, input: Input, source: Source) => XmlParts | undefined;

/** Like `QueryOperations`, for a service that speaks JSON. */
export type JsonOperations = (operation: string, input: Input, source: Source) => object | undefined;

/** The resources of a type, or none when the stacks are not deployed. */
export function deployedOf(type: string, { assembly, facts }: Source): readonly Resource[] {
  return facts.deployed ? assembly.ofType(type) : [];
}
