import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The enumerations of one client of the SDK, read from the types that it ships: its schemas hold plain strings. */
export class Enums {
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

  /** What a member may be, or the parts of a list or the values of a map; undefined for any text. */
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
