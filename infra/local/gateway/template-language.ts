import { memberOf } from './mapping.ts';

/** The variables of a template. Functions among them can be called; `#set` changes them in place. */
export type Variables = Record<string, unknown>;

/** Renders a mapping template. @throws TemplateError for unknown syntax, because a guess could differ silently */
export function renderTemplate(source: string, variables: Variables): string {
  return render(parseTemplate(source), variables);
}

function render(parts: readonly Part[], variables: Variables): string {
  return parts.map((part) => renderPart(part, variables)).join('');
}

function renderPart(part: Part, variables: Variables): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'output':
      return String(lookUp(part.reference, variables) ?? part.reference.source);
    case 'set':
      assertFirstOverride(part.target, variables);
      assign(variables, part.target, evaluate(part.value, variables));
      return '';
    case 'if': {
      const holds = part.condition.some(({ left, right }) => evaluate(left, variables) === evaluate(right, variables));
      return render(holds ? part.then : part.otherwise, variables);
    }
  }
}

function evaluate(expression: Expression, variables: Variables): unknown {
  switch (expression.kind) {
    case 'text':
      return expression.text;
    case 'joined':
      return render(expression.parts, variables);
    case 'reference':
      return lookUp(expression.reference, variables);
  }
}

function lookUp({ steps }: Reference, variables: Variables): unknown {
  let value: unknown = variables;
  for (const { name, call } of steps) {
    const own = ownValue(value, name);
    const values = call?.map((argument) => evaluate(argument, variables));
    value = values ? callMethod(value, name, own, values) : own;
  }
  return value;
}

function ownValue(target: unknown, name: string): unknown {
  return typeof target === 'object' && target !== null && Object.hasOwn(target, name)
    ? (target as Variables)[name]
    : undefined;
}

/** A missing key of a parameter map reads as an empty string. */
function callMethod(target: unknown, name: string, own: unknown, values: readonly unknown[]): unknown {
  if (typeof own === 'function') return own(...values);
  if (name === 'get') return ownValue(target, String(values[0])) ?? '';
  throw new TemplateError(`mapping template: there is no method ${name}()`);
}

/** API Gateway responds 500 when a template overrides the same header or the status twice. */
function assertFirstOverride(target: readonly string[], variables: Variables): void {
  const isOverride = target[0] === 'context' && target[1] === 'responseOverride';
  if (!isOverride || memberOf(variables, target.join('.')) === undefined) return;
  throw new TemplateError(`mapping template: $${target.join('.')} is set twice`);
}

function assign(variables: Variables, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    variables[name] = value;
    return;
  }
  const inner = variables[name];
  const target = typeof inner === 'object' && inner !== null ? (inner as Variables) : {};
  variables[name] = target;
  assign(target, rest, value);
}

/** An expression of a mapping template. */
type Expression =
  | { readonly kind: 'text'; readonly text: string }
  /** A double-quoted string with variables. */
  | { readonly kind: 'joined'; readonly parts: readonly Part[] }
  | { readonly kind: 'reference'; readonly reference: Reference };

/** `$a == "x" || $b == "y"`: true when one of the comparisons holds. */
type Condition = readonly { readonly left: Expression; readonly right: Expression }[];

interface Reference {
  /** As written, for output when it has no value. */
  readonly source: string;
  readonly steps: readonly { readonly name: string; readonly call: readonly Expression[] | undefined }[];
}

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'output'; readonly reference: Reference }
  | { readonly kind: 'set'; readonly target: readonly string[]; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly condition: Condition;
      readonly then: readonly Part[];
      readonly otherwise: readonly Part[];
    };

export class TemplateError extends Error {}

/** Reads the subset of Velocity that we use: references, `#set`, `#if`, `#else` and `#end`. @throws TemplateError */
function parseTemplate(source: string): readonly Part[] {
  const parser = new Parser(source);
  const parts = parser.parts();
  parser.expectEnd();
  return parts;
}

class Parser {
  readonly #source: string;
  #position = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parts(): readonly Part[] {
    const parts: Part[] = [];
    for (;;) {
      const text = this.#take(/[^#$]*/y) ?? '';
      if (text !== '') parts.push({ kind: 'literal', text });
      if (this.#position === this.#source.length || this.#sees(/#(?:end|else)\b/y)) return parts;
      parts.push(this.#special());
    }
  }

  expectEnd(): void {
    if (this.#position < this.#source.length) this.#fail('a directive without its #if');
  }

  #special(): Part {
    if (this.#take(/#set\s*\(\s*\$/y) !== undefined) return this.#set();
    if (this.#take(/#if\s*\(/y) !== undefined) return this.#if();
    if (this.#sees(/\$[A-Za-z_]/y)) return { kind: 'output', reference: this.#reference() };
    if (this.#sees(/#[{#]?[a-z]|##/y)) this.#fail('an unknown directive');
    if (this.#sees(/\$!?\{?[A-Za-z_]/y)) this.#fail('an unknown form of reference');
    return { kind: 'literal', text: this.#source[this.#position++] ?? '' };
  }

  #set(): Part {
    const target = [this.#name()];
    while (this.#take(/\./y) !== undefined) target.push(this.#name());
    this.#expect(/\s*=\s*/y, '=');
    const value = this.#expression();
    this.#endOfDirective();
    return { kind: 'set', target, value };
  }

  #if(): Part {
    const condition = this.#condition();
    const then = this.parts();
    const otherwise = this.#take(/#else\b[ \t]*\n?/y) === undefined ? [] : this.parts();
    this.#expect(/#end\b[ \t]*\n?/y, '#end');
    return { kind: 'if', condition, then, otherwise };
  }

  #condition(): Condition {
    const comparisons: { left: Expression; right: Expression }[] = [];
    do {
      const left = this.#expression();
      this.#expect(/\s*==/y, '==');
      comparisons.push({ left, right: this.#expression() });
    } while (this.#take(/\s*\|\|/y) !== undefined);
    this.#endOfDirective();
    return comparisons;
  }

  #endOfDirective(): void {
    this.#expect(/\s*\)[ \t]*\n?/y, ')');
  }

  #expression(): Expression {
    this.#take(/\s*/y);
    if (this.#sees(/\$/y)) return { kind: 'reference', reference: this.#reference() };
    // Velocity replaces variables in double-quoted strings only.
    const text = this.#take(/"[^"#]*"|'[^']*'/y) ?? this.#fail('no expression');
    if (text.startsWith('"') && text.includes('$')) return { kind: 'joined', parts: parseTemplate(text.slice(1, -1)) };
    return { kind: 'text', text: text.slice(1, -1) };
  }

  #reference(): Reference {
    const start = this.#position;
    this.#expect(/\$/y, '$');
    const steps = [this.#step()];
    while (this.#take(/\.(?=[A-Za-z_])/y) !== undefined) steps.push(this.#step());
    return { source: this.#source.slice(start, this.#position), steps };
  }

  #step(): Reference['steps'][number] {
    const name = this.#name();
    if (this.#take(/\(/y) === undefined) return { name, call: undefined };
    const call: Expression[] = [];
    while (this.#take(/\s*\)/y) === undefined) {
      if (call.length > 0) this.#expect(/\s*,/y, ',');
      call.push(this.#expression());
    }
    return { name, call };
  }

  /** Names can contain hyphens, like those of headers. */
  #name(): string {
    return this.#take(/[A-Za-z_][\w-]*/y) ?? this.#fail('no name');
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position;
    return pattern.test(this.#source);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#source)?.[0];
    this.#position += found?.length ?? 0;
    return found;
  }

  #expect(pattern: RegExp, what: string): void {
    if (this.#take(pattern) === undefined) this.#fail(`no '${what}'`);
  }

  #fail(problem: string): never {
    const near = this.#source.slice(this.#position, this.#position + 40);
    throw new TemplateError(`mapping template: ${problem} at '${near}'`);
  }
}
