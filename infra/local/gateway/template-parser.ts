/** An expression of a mapping template. */
export type Expression =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly parts: readonly Part[] }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression };

export interface Reference {
  /** As written, for output when it has no value. */
  readonly source: string;
  readonly quiet: boolean;
  readonly steps: readonly { readonly name: string; readonly call: readonly Expression[] | undefined }[];
}

export type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'output'; readonly reference: Reference }
  | { readonly kind: 'set'; readonly target: readonly string[]; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Expression; readonly body: readonly Part[] }[];
    };

export class TemplateError extends Error {}

const always: Expression = { kind: 'value', value: true };

/** Reads the part of Apache Velocity that mapping templates use: references, `#set`, `#if`, `#elseif`, `#else`, `#end` and comments. */
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
      if (this.#position === this.#source.length || this.#sees(/#(?:end|else|elseif)\b/y)) return parts;
      parts.push(this.#special());
    }
  }

  expectEnd(): void {
    if (this.#position < this.#source.length) this.#fail('a directive without its #if');
  }

  #special(): Part {
    if (this.#take(/##[^\n]*\n?/y) !== undefined) return { kind: 'literal', text: '' };
    if (this.#take(/#set\s*\(\s*\$/y) !== undefined) return this.#set();
    if (this.#take(/#if\s*\(/y) !== undefined) return this.#if();
    if (this.#sees(/\$!?\{?[A-Za-z_]/y)) return { kind: 'output', reference: this.#reference() };
    if (this.#sees(/#\{?[a-z]/y)) this.#fail('an unknown directive');
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
    const branches = [this.#branch(this.#expression())];
    for (;;) {
      if (this.#take(/#elseif\s*\(/y) !== undefined) branches.push(this.#branch(this.#expression()));
      else if (this.#take(/#else\b[ \t]*\n?/y) !== undefined) branches.push({ condition: always, body: this.parts() });
      else break;
    }
    this.#expect(/#end\b[ \t]*\n?/y, '#end');
    return { kind: 'if', branches };
  }

  #branch(condition: Expression): { condition: Expression; body: readonly Part[] } {
    this.#endOfDirective();
    return { condition, body: this.parts() };
  }

  #endOfDirective(): void {
    this.#expect(/\s*\)[ \t]*\n?/y, ')');
  }

  #expression(levels: readonly RegExp[] = [/\|\|/y, /&&/y, /[=!]=/y]): Expression {
    const [operator, ...tighter] = levels;
    if (!operator) return this.#unary();
    let left = this.#expression(tighter);
    for (;;) {
      this.#take(/\s*/y);
      const found = this.#take(operator);
      if (found === undefined) return left;
      left = { kind: 'binary', operator: found, left, right: this.#expression(tighter) };
    }
  }

  #unary(): Expression {
    this.#take(/\s*/y);
    if (this.#take(/!/y) !== undefined) return { kind: 'not', operand: this.#unary() };
    if (this.#take(/\(/y) !== undefined) {
      const inner = this.#expression();
      this.#expect(/\s*\)/y, ')');
      return inner;
    }
    if (this.#sees(/\$/y)) return { kind: 'reference', reference: this.#reference() };
    return this.#literal();
  }

  #literal(): Expression {
    const single = this.#take(/'[^']*'/y);
    if (single !== undefined) return { kind: 'value', value: single.slice(1, -1) };
    const double = this.#take(/"[^"]*"/y);
    if (double !== undefined) return { kind: 'text', parts: parseTemplate(double.slice(1, -1)) };
    const word = this.#take(/true\b|false\b|null\b|-?\d+(?:\.\d+)?/y);
    if (word === undefined) return this.#fail('no expression');
    return { kind: 'value', value: JSON.parse(word) };
  }

  #reference(): Reference {
    const start = this.#position;
    const opening = this.#take(/\$!?\{?/y) ?? '';
    const steps = [this.#step()];
    while (this.#take(/\.(?=[A-Za-z_])/y) !== undefined) steps.push(this.#step());
    if (opening.endsWith('{')) this.#expect(/\}/y, '}');
    return { source: this.#source.slice(start, this.#position), quiet: opening.includes('!'), steps };
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
