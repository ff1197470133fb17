import { memberOf } from './mapping.ts';
import { type Expression, type Part, parseTemplate, type Reference, TemplateError } from './template-parser.ts';

/** The variables of a template. Functions among them can be called; `#set` changes them in place. */
export type Variables = Record<string, unknown>;

/** Renders a mapping template. @throws TemplateError on what it does not know: a guess could differ silently */
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

/** A name that a map of parameters does not hold reads as the empty text. */
function callMethod(target: unknown, name: string, own: unknown, values: readonly unknown[]): unknown {
  if (typeof own === 'function') return own(...values);
  if (name === 'get') return ownValue(target, String(values[0])) ?? '';
  throw new TemplateError(`mapping template: there is no method ${name}()`);
}

/** API Gateway answers 500 where a template overrides the same header or the status twice. */
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
