/** A condition on the attributes of one row. */
export type Condition = (aliases: Aliases, isNested?: boolean) => string;

/** A change of one row, by attribute names. */
export interface Change {
  /** Undefined values change nothing. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Set if the row lacks the attribute. */
  readonly setOnce?: Readonly<Record<string, unknown>>;
  /** Set to another number of the row (`orElse` if the row lacks it) plus a number. */
  readonly sum?: Readonly<Record<string, { readonly of: string; readonly orElse: number; readonly plus: number }>>;
  /** Appended to a list. A missing list counts as empty. */
  readonly append?: Readonly<Record<string, readonly unknown[]>>;
  /** Added to a number or a set of texts. A missing number counts as 0. */
  readonly add?: Readonly<Record<string, number | bigint | ReadonlySet<string>>>;
  readonly remove?: readonly string[];
  /** The condition on the row; if it fails, nothing is written. */
  readonly when?: Condition | undefined;
}

interface AliasAttributes {
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** The names and values of a request, with aliases, as names can be reserved words of DynamoDB. */
export class Aliases {
  readonly #names: string[] = [];
  readonly #values: unknown[] = [];

  /** @param path an attribute's name, or an element of a list such as `ids[2]` */
  name(path: string): string {
    const [name = path, ...element] = path.split('[');
    return [`#n${this.#names.push(name) - 1}`, ...element].join('[');
  }

  value(value: unknown): string {
    return `:v${this.#values.push(value) - 1}`;
  }

  /** The fields of the request. DynamoDB rejects an empty field of values. */
  attributes(): AliasAttributes {
    const byAlias = <T>(prefix: string, all: readonly T[]) =>
      Object.fromEntries(all.map((one, index) => [`${prefix}${index}`, one]));
    const values = this.#values.length > 0 ? { ExpressionAttributeValues: byAlias(':v', this.#values) } : {};
    return { ExpressionAttributeNames: byAlias('#n', this.#names), ...values };
  }
}

export function exists(name: string): Condition {
  return (aliases) => `attribute_exists(${aliases.name(name)})`;
}

export function absent(name: string): Condition {
  return (aliases) => `attribute_not_exists(${aliases.name(name)})`;
}

export function is(name: string, operator: '=' | '<>' | '<' | '<=' | '>' | '>=', value: unknown): Condition {
  return (aliases) => `${aliases.name(name)} ${operator} ${aliases.value(value)}`;
}

/** Whether a text contains this part, or a list or set this element. */
export function contains(name: string, value: unknown): Condition {
  return (aliases) => `contains(${aliases.name(name)}, ${aliases.value(value)})`;
}

/** Whether a text begins with this part. */
export function beginsWith(name: string, value: string): Condition {
  return (aliases) => `begins_with(${aliases.name(name)}, ${aliases.value(value)})`;
}

/** Whether a text, list or set has fewer characters or elements. A missing one has none. */
export function isShorter(name: string, than: number): Condition {
  return any(absent(name), (aliases) => `size(${aliases.name(name)}) < ${aliases.value(than)}`);
}

export function not(condition: Condition): Condition {
  return (aliases) => `NOT ${condition(aliases, true)}`;
}

export function all(...conditions: readonly Condition[]): Condition {
  return (aliases) => conditions.map((condition) => condition(aliases, true)).join(' AND ');
}

export function any(...conditions: readonly Condition[]): Condition {
  return (aliases, isNested = false) => {
    const expression = conditions.map((condition) => condition(aliases)).join(' OR ');
    return isNested ? `(${expression})` : expression;
  };
}

/** Whether a number is unchanged since the read. A missing number counts as 0. */
export function unchanged(name: string, read: number): Condition {
  return read === 0 ? any(absent(name), is(name, '=', 0)) : is(name, '=', read);
}

/** Whether a number is one of these. False for an empty list. */
export function unchangedFromAny(name: string, read: readonly number[]): Condition {
  return read.length === 0 ? is(name, '<', 0) : any(...read.map((one) => unchanged(name, one)));
}

/** The fields of a conditional put, delete or check. */
export function when(condition: Condition): { readonly ConditionExpression: string } & AliasAttributes {
  const aliases = new Aliases();
  return { ConditionExpression: condition(aliases), ...aliases.attributes() };
}

/** The fields of an update. */
export function updateOf({
  set,
  setOnce,
  sum,
  append,
  add,
  remove = [],
  when: condition,
}: Change): { readonly UpdateExpression: string; readonly ConditionExpression?: string } & AliasAttributes {
  const aliases = new Aliases();
  const terms = <T>(attributes: Readonly<Record<string, T>> = {}, term: (name: string, value: T) => string) =>
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [term(aliases.name(name), value)],
    );
  const clauses = {
    SET: [
      ...terms(set, (name, value) => `${name} = ${aliases.value(value)}`),
      ...terms(setOnce, (name, value) => `${name} = if_not_exists(${name}, ${aliases.value(value)})`),
      ...terms(sum, (name, { of, orElse, plus }) => {
        const number = `if_not_exists(${aliases.name(of)}, ${aliases.value(orElse)})`;
        return `${name} = ${number} + ${aliases.value(plus)}`;
      }),
      ...terms(append, (name, more) => {
        const list = `if_not_exists(${name}, ${aliases.value([])})`;
        return `${name} = list_append(${list}, ${aliases.value(more)})`;
      }),
    ],
    ADD: terms(add, (name, value) => `${name} ${aliases.value(value)}`),
    REMOVE: remove.map((name) => aliases.name(name)),
  };
  const used = Object.entries(clauses).filter(([, all]) => all.length > 0);
  return {
    UpdateExpression: used.map(([verb, all]) => `${verb} ${all.join(', ')}`).join(' '),
    ...(condition ? { ConditionExpression: condition(aliases) } : {}),
    ...aliases.attributes(),
  };
}
