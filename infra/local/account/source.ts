import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { Place } from '../aws/names.ts';
import type { XmlParts } from '../aws/xml.ts';
import type { AccountFacts } from './account-state.ts';

/** What the account's services answer from. */
export interface Source {
  readonly assembly: Assembly;
  readonly place: Place;
  readonly facts: AccountFacts;
  /** Where the API that the template describes is served. */
  readonly apiUrl: string;
  /** Where its sandboxes are, with `{label}` in it; undefined where it has no edge, or none that listens. */
  readonly sandboxUrl: string | undefined;
  readonly now: Date;
}

export type Input = Readonly<Record<string, unknown>>;

/** Answers the operations of one service of the Query protocol. @returns undefined for one that is not offered */
export type QueryOperations = (operation: string, input: Input, source: Source) => XmlParts | undefined;

/** As `QueryOperations`, of a service that speaks JSON. */
export type JsonOperations = (operation: string, input: Input, source: Source) => object | undefined;

/** The resources of a type, when the stacks are deployed. */
export function deployedOf(type: string, { assembly, facts }: Source): readonly Resource[] {
  return facts.deployed ? assembly.ofType(type) : [];
}
