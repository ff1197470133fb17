import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Limit, type Limits, limitsOf } from './limits.ts';
import { isOperation, type OperationSchema } from './schema.ts';

/** A service's rules for its requests that are not in their schemas. */
export interface Rules {
  readonly enums: Pick<Enums, 'of'>;
  readonly limits: Limits;
}

/** A service's rules for a member of a structure, or for what is within it. */
export interface MemberRules {
  readonly limit: Limit | undefined;
  /** The allowed texts; undefined for any. */
  readonly values: ReadonlySet<string> | undefined;
  /** The rules for the elements of a list. */
  inList(): MemberRules;
  /** The rules for the values of a map. */
  inMap(): MemberRules;
}

type Members = Map<string, Map<string, MemberRules>>;

/** Cached, because a call has hundreds of members. */
const known = new WeakMap<Rules, Members>();

export function rulesOfMember(rules: Rules, structure: string, name: string): MemberRules {
  const structures = at(known, rules, () => new Map());
  const members = at(structures, structure, () => new Map<string, MemberRules>());
  return at(members, name, () => madeRules(rules, structure, name, ''));
}

/** @param within `[]` for an element of a list, `{}` for a value of a map */
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

/** The enumerations of an SDK client, read from its type declarations, because its schemas hold plain strings. */
class Enums {
  readonly #values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #models: string;
  readonly #members = new Map<string, ReadonlyMap<string, string>>();

  /** @param folder of the client in node_modules */
  constructor(folder: string) {
    const models = join(folder, 'dist-types', 'models');
    const texts = globSync('*.d.ts', { cwd: models }).map((name) => readFileSync(join(models, name), 'utf8'));
    this.#models = texts.join('\n');
    this.#values = new Map([...this.#models.matchAll(ENUM)].map(([, name = '', body = '']) => [name, valuesIn(body)]));
  }

  /** The allowed values of a member, of the elements of a list or of the values of a map; undefined for any text. */
  of(structure: string, member: string): ReadonlySet<string> | undefined {
    const types = this.#members.get(structure) ?? this.#typesIn(structure);
    this.#members.set(structure, types);
    return this.#values.get(types.get(member) ?? '');
  }

  #typesIn(structure: string): ReadonlyMap<string, string> {
    const begin = this.#models.indexOf(`export interface ${structure} {`);
    if (begin < 0) return new Map();
    const body = this.#models.slice(begin, this.#models.indexOf('\n}', begin));
    return new Map([...body.matchAll(MEMBER)].map(([, name = '', type = '']) => [name, type]));
  }
}

const ENUM = /^export declare const (\w+): \{\n((?: {4}readonly [^\n]+\n)+)\};$/gm;
const VALUE = /: "([^"]*)";$/gm;

/** `name?: Type | undefined;`, `name: Type[] | undefined;`, `name?: Partial<Record<string, Type>> | undefined;` */
const MEMBER = /^ {4}(\w+)\??: (?:Partial<)?(?:Record<\w+, )?\(?(\w+)[^;\n]*;$/gm;

function valuesIn(body: string): ReadonlySet<string> {
  return new Set([...body.matchAll(VALUE)].map(([, value = '']) => value));
}

const require = createRequire(import.meta.url);
const CLIENTS = join(require.resolve('@aws-sdk/client-dynamodb/package.json'), '..', '..');

const folders = new Map<string, string>();
const rulesByService = new Map<string, Rules>();

/** An operation as the SDK's client of the service describes it; undefined when it has none of that name. */
export function operationOf(service: string, name: string): OperationSchema | undefined {
  // Loaded on the first call of the service: EC2's client has thousands of shapes.
  const client: Readonly<Record<string, unknown>> = require(clientFolder(service));
  const schema = client[`${name}$`];
  return isOperation(schema) ? schema : undefined;
}

/** @param service its name at the end of the namespaces of its schemas */
export function rulesOf(service: string): Rules {
  const made = rulesByService.get(service) ?? { enums: new Enums(clientFolder(service)), limits: limitsOf(service) };
  rulesByService.set(service, made);
  return made;
}

/** @throws when no SDK client is installed for the service */
function clientFolder(service: string): string {
  if (folders.size === 0) {
    for (const name of readdirSync(CLIENTS).filter((entry) => entry.startsWith('client-'))) {
      folders.set(name.slice('client-'.length).replaceAll('-', ''), join(CLIENTS, name));
    }
  }
  const folder = folders.get(service);
  if (folder === undefined)
    throw new Error(`No client of the SDK for '${service}' is installed to check its calls by.`);
  return folder;
}
