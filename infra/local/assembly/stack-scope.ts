import { attributeOf, resolve, type Scope } from './intrinsics.ts';
import { refOf, type Subject } from './physical-ids.ts';
import { AssemblyError, type RawResource, type StackFiles } from './template.ts';

/** The Region and account for which the assembly is resolved. */
export interface Environment {
  readonly region: string;
  readonly accountId: string;
}

/** The value that a stack exports under a name. @throws AssemblyError naming `where` when there is none */
export type Exports = (name: string, where: string) => unknown;

/** The value that the parent stack passes for a parameter; undefined when it passes none. */
type Given = (parameter: string) => unknown;

/** The names that a stack defines, with their local values. */
export class StackScope {
  readonly stack: StackFiles;
  /** Where a nested stack is declared in its parent. */
  readonly nestedIn: { readonly stack: string; readonly logicalId: string } | undefined;
  readonly #environment: Environment;
  readonly #exports: Exports;
  readonly #given: Given;
  readonly #nested = new Map<string, StackScope>();
  readonly #pending = new Set<string>();

  constructor(
    stack: StackFiles,
    environment: Environment,
    exports: Exports,
    given: Given = () => undefined,
    nestedIn?: { readonly stack: string; readonly logicalId: string },
  ) {
    this.stack = stack;
    this.nestedIn = nestedIn;
    this.#environment = environment;
    this.#exports = exports;
    this.#given = given;
  }

  /** Adds a nested stack. Its parameters and outputs are resolved on demand. */
  nest(logicalId: string, files: StackFiles): StackScope {
    const parameters = Object(this.stack.template.Resources?.[logicalId]?.Properties?.Parameters);
    const given: Given = (name) =>
      Object.hasOwn(parameters, name) ? this.value(parameters[name], logicalId) : undefined;
    const nestedIn = { stack: this.stack.name, logicalId };
    const nested = new StackScope(files, this.#environment, this.#exports, given, nestedIn);
    this.#nested.set(logicalId, nested);
    return nested;
  }

  /** The value of an output; undefined when there is none with this name. */
  output(name: string): unknown {
    const output = this.stack.template.Outputs?.[name];
    return output && this.value(output.Value, name);
  }

  /** The value of the output that is exported under this name; undefined when there is none. */
  exported(name: string): unknown {
    const outputs = Object.entries(this.stack.template.Outputs ?? {});
    const [found] = outputs.find(([key, { Export }]) => Export && this.value(Export.Name, key) === name) ?? [];
    return found && this.output(found);
  }

  /** The value of an expression of this stack. Errors name `where`. */
  value(expression: unknown, where: string): unknown {
    return resolve(expression, this.#scope(`${this.stack.name}/${where}`));
  }

  #scope(where: string): Scope {
    return {
      where,
      region: this.#environment.region,
      ref: (name) => this.#ref(name, where),
      attribute: (name, attribute) => this.#attribute(name, attribute, where),
      exported: (name) => this.#exports(name, where),
      mapped: (mapping, first, second) => this.#mapped([mapping, first, second], where),
      holds: (condition) => this.#holds(condition, where),
    };
  }

  #ref(name: string, where: string): unknown {
    if (name.startsWith('AWS::')) return this.#pseudo(name, where);
    const parameter = this.stack.template.Parameters?.[name];
    if (parameter) {
      const given = this.#given(name);
      if (given !== undefined) return given;
      if (parameter.Default === undefined) throw new AssemblyError(where, `the parameter ${name} has no default`);
      if (/List/.test(parameter.Type))
        throw new AssemblyError(where, `${parameter.Type} is not supported`, { Ref: name });
      return parameter.Default;
    }
    return this.#once(`Ref ${name}`, where, () => refOf(this.#subject(name, where, { Ref: name })));
  }

  #attribute(name: string, attribute: string, where: string): unknown {
    const expression = { 'Fn::GetAtt': [name, attribute] };
    return this.#once(`${name}.${attribute}`, where, () => {
      const subject = this.#subject(name, where, expression);
      const output = /^Outputs\.(.+)$/.exec(attribute)?.[1];
      const found = output === undefined ? attributeOf(subject, attribute) : this.#nested.get(name)?.output(output);
      if (found !== undefined) return found;
      throw new AssemblyError(where, `${subject.type} has no local attribute ${attribute}`, expression);
    });
  }

  #subject(logicalId: string, where: string, expression: unknown): Subject {
    const raw: RawResource | undefined = this.stack.template.Resources?.[logicalId];
    if (!raw) throw new AssemblyError(where, `there is no resource ${logicalId}`, expression);
    return {
      stack: this.stack.name,
      logicalId,
      type: raw.Type,
      ...this.#environment,
      property: (name) => this.value(raw.Properties?.[name], logicalId),
    };
  }

  #holds(name: string, where: string): boolean {
    const expression = this.stack.template.Conditions?.[name];
    if (expression === undefined) throw new AssemblyError(where, `there is no condition ${name}`, { 'Fn::If': name });
    return this.value(expression, name) === true;
  }

  #mapped(keys: readonly [mapping: string, first: string, second: string], where: string): unknown {
    const [mapping, first, second] = keys;
    const value = this.stack.template.Mappings?.[mapping]?.[first]?.[second];
    if (value !== undefined) return value;
    throw new AssemblyError(where, 'there is no such value in the mappings', { 'Fn::FindInMap': keys });
  }

  #pseudo(name: string, where: string): unknown {
    const { region, accountId } = this.#environment;
    const values: Readonly<Record<string, unknown>> = {
      'AWS::AccountId': accountId,
      'AWS::NoValue': undefined,
      'AWS::Partition': 'aws',
      'AWS::Region': region,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    if (!Object.hasOwn(values, name)) throw new AssemblyError(where, `there is no pseudo parameter ${name}`);
    return values[name];
  }

  /** Reports a value that depends on itself instead of recursing endlessly. */
  #once<T>(key: string, where: string, produce: () => T): T {
    if (this.#pending.has(key)) throw new AssemblyError(where, `${key} depends on itself`);
    this.#pending.add(key);
    try {
      return produce();
    } finally {
      this.#pending.delete(key);
    }
  }
}
