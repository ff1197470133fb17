import { type Expression, type Part, parseTemplate, type Reference, TemplateError } from './template-parser.ts';

/** The variables of a template. Functions among them can be called; `#set` changes them in place. */
export type Variables = Record<string, unknown>;

/**
 * Renders a mapping template.
 *
 * @throws TemplateError on what this evaluator does not know: a guess would differ from API Gateway in silence.
 */
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
    case 'output': {
      const value = lookUp(part.reference, variables);
      if (value === undefined || value === null) return part.reference.quiet ? '' : part.reference.source;
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    }
    case 'set':
      assign(variables, part.target, evaluate(part.value, variables));
      return '';
    case 'if': {
      const branch = part.branches.find(({ condition }) => isTrue(evaluate(condition, variables)));
      return branch ? render(branch.body, variables) : '';
    }
  }
}

function evaluate(expression: Expression, variables: Variables): unknown {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'text':
      return render(expression.parts, variables);
    case 'reference':
      return lookUp(expression.reference, variables);
    case 'not':
      return !isTrue(evaluate(expression.operand, variables));
    case 'binary': {
      const left = evaluate(expression.left, variables);
      if (expression.operator === '&&') return isTrue(left) && isTrue(evaluate(expression.right, variables));
      if (expression.operator === '||') return isTrue(left) || isTrue(evaluate(expression.right, variables));
      const same = left === evaluate(expression.right, variables);
      return expression.operator === '==' ? same : !same;
    }
  }
}

/** Anything but false and null is true, the empty text included. */
function isTrue(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined;
}

function lookUp({ steps }: Reference, variables: Variables): unknown {
  let value: unknown = variables;
  for (const { name, call } of steps) {
    if (value === undefined || value === null) return undefined;
    value = call
      ? callMethod(
          value,
          name,
          call.map((argument) => evaluate(argument, variables)),
        )
      : typeof value === 'object' && Object.hasOwn(value, name)
        ? (value as Variables)[name]
        : undefined;
  }
  return value;
}

function callMethod(target: unknown, name: string, values: readonly unknown[]): unknown {
  const own =
    typeof target === 'object' && target !== null && Object.hasOwn(target, name)
      ? (target as Variables)[name]
      : undefined;
  if (typeof own === 'function') return own(...values);
  const texts = values.map(String);
  const method = typeof target === 'string' ? stringMethods[name] : name === 'get' ? mapGet : undefined;
  if (!method) throw new TemplateError(`mapping template: there is no method ${name}()`);
  return method(target as never, texts);
}

/** A name that a map of parameters does not hold reads as the empty text. */
function mapGet(target: Readonly<Record<string, unknown>>, [name = '']: readonly string[]): unknown {
  return Object.hasOwn(target, name) ? target[name] : '';
}

const stringMethods: Readonly<Record<string, (text: string, values: readonly string[]) => unknown>> = {
  contains: (text, [part = '']) => text.includes(part),
  endsWith: (text, [part = '']) => text.endsWith(part),
  equals: (text, [other]) => text === other,
  equalsIgnoreCase: (text, [other = '']) => text.toLowerCase() === other.toLowerCase(),
  isEmpty: (text) => text === '',
  length: (text) => text.length,
  // As in Java, the whole text has to match.
  matches: (text, [pattern = '']) => new RegExp(`^(?:${pattern})$`).test(text),
  startsWith: (text, [part = '']) => text.startsWith(part),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

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
