/** An expression of a mapping template. */
export type Expression =
  | { readonly kind: 'text'; readonly text: string }
  /** Between double quotes: text and variables. */
  | { readonly kind: 'joined'; readonly parts: readonly Part[] }
  | { readonly kind: 'reference'; readonly reference: Reference };

/** `$a == "x" || $b == "y"`: true when one of the comparisons holds. */
type Condition = readonly { readonly left: Expression; readonly right: Expression }[];

export interface Reference {
  /** As written, for output when it has no value. */
  readonly source: string;
  readonly steps: readonly { readonly name: string; readonly call: readonly Expression[] | undefined }[];
}

export type Part =
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

/** Reads the used part of Velocity: references, `#set`, `#if`, `#else` and `#end`. @throws TemplateError */
export function parseTemplate(source: string): readonly Part[] {
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
    // Velocity replaces variables between double quotes, and none between single ones.
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

  /** Names may hold hyphens, as those of headers do. */
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
