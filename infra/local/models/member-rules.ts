import type { Enums } from './enums.ts';
import type { Limit, Limits } from './limits.ts';

/** What a service says of its requests, beside the schema of each. */
export interface Rules {
  readonly enums: Pick<Enums, 'of'>;
  readonly limits: Limits;
}

/** What a service says of one member of a structure, or of what is within it. */
export interface MemberRules {
  readonly limit: Limit | undefined;
  /** What a text may be; undefined for any. */
  readonly values: ReadonlySet<string> | undefined;
  /** Of the parts of a list. */
  inList(): MemberRules;
  /** Of the values of a map. */
  inMap(): MemberRules;
}

type Members = Map<string, Map<string, MemberRules>>;

/** A call has hundreds of members: their rules are put together once. */
const known = new WeakMap<Rules, Members>();

export function rulesOfMember(rules: Rules, structure: string, name: string): MemberRules {
  const structures = at(known, rules, () => new Map());
  const members = at(structures, structure, () => new Map<string, MemberRules>());
  return at(members, name, () => madeRules(rules, structure, name, ''));
}

/** @param within `[]` for a part of a list, `{}` for a value of a map */
function madeRules(rules: Rules, structure: string, name: string, within: string): MemberRules {
  let list: MemberRules | undefined;
  let map: MemberRules | undefined;
  return {
    limit: rules.limits[`${structure}.${name}${within}`],
    values: rules.enums.of(structure, name),
    inList: () => {
      list ??= madeRules(rules, structure, name, `${within}[]`);
      return list;
    },
    inMap: () => {
      map ??= madeRules(rules, structure, name, `${within}{}`);
      return map;
    },
  };
}

interface Store<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function at<Key, Value>(store: Store<Key, Value>, key: Key, make: () => Value): Value {
  const found = store.get(key);
  if (found !== undefined) return found;
  const made = make();
  store.set(key, made);
  return made;
}
