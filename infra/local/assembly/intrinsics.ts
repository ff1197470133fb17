import { AssemblyError } from './assembly-error.ts';

/** Where an expression is resolved: what its references mean, and the name of the place for errors. */
export interface Scope {
  readonly where: string;
  readonly region: string;
  ref(logicalId: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  mapping(map: string, first: string, second: string): unknown;
  condition(name: string): boolean;
  exported(name: string): unknown;
  stackOutput(stack: string, output: string): unknown;
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

/** `AWS::NoValue`: the property or list element that holds it disappears. */
export const noValue = Symbol('AWS::NoValue');

/** @throws AssemblyError on an intrinsic, a reference or an attribute that has no local value. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== noValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only, ...others] = entries;
  if (only && others.length === 0 && isIntrinsic(only[0])) return evaluate(only[0], only[1], scope);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, resolve(item, scope)] as const).filter(([, item]) => item !== noValue),
  );
}

function isIntrinsic(key: string): boolean {
  return key === 'Ref' || key === 'Condition' || key.startsWith('Fn::');
}

function evaluate(name: string, argument: unknown, scope: Scope): unknown {
  // `Condition` is an intrinsic only where it names one; policies have a block of the same name.
  if (name === 'Condition' && typeof argument !== 'string') return { Condition: resolve(argument, scope) };
  const intrinsic = intrinsics[name];
  if (!intrinsic) throw new AssemblyError(scope.where, `${name} is not supported`, { [name]: argument });
  return intrinsic(argument, scope);
}

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope) => scope.ref(text('Ref', argument, scope)),
  Condition: (argument, scope) => scope.condition(text('Condition', argument, scope)),
  'Fn::GetAtt': getAttribute,
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list('Fn::Join', argument, scope);
    return list('Fn::Join', parts, scope).map(String).join(String(separator));
  },
  'Fn::Sub': substitute,
  'Fn::Select': (argument, scope) => {
    const [index, items] = list('Fn::Select', argument, scope);
    const selected = list('Fn::Select', items, scope)[Number(index)];
    if (selected === undefined) throw new AssemblyError(scope.where, 'Fn::Select is out of range', argument);
    return selected;
  },
  'Fn::Split': (argument, scope) => {
    const [separator, value] = list('Fn::Split', argument, scope);
    return text('Fn::Split', value, scope).split(String(separator));
  },
  'Fn::If': (argument, scope) => {
    if (!Array.isArray(argument)) throw new AssemblyError(scope.where, 'Fn::If takes a list', argument);
    // Only the branch that is chosen may be resolved: the other one may refer to what does not exist.
    return resolve(scope.condition(String(argument[0])) ? argument[1] : argument[2], scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list('Fn::Equals', argument, scope);
    return JSON.stringify(left) === JSON.stringify(right);
  },
  'Fn::And': (argument, scope) => list('Fn::And', argument, scope).every(Boolean),
  'Fn::Or': (argument, scope) => list('Fn::Or', argument, scope).some(Boolean),
  'Fn::Not': (argument, scope) => !list('Fn::Not', argument, scope)[0],
  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = list('Fn::FindInMap', argument, scope).map(String);
    return resolve(scope.mapping(map ?? '', first ?? '', second ?? ''), scope);
  },
  'Fn::ImportValue': (argument, scope) => scope.exported(text('Fn::ImportValue', resolve(argument, scope), scope)),
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, OutputName } = Object(resolve(argument, scope));
    return scope.stackOutput(String(StackName), String(OutputName));
  },
  'Fn::GetAZs': (argument, scope) => {
    const region = String(resolve(argument, scope) || scope.region);
    return ['a', 'b', 'c'].map((zone) => `${region}${zone}`);
  },
  'Fn::Base64': (argument, scope) => Buffer.from(String(resolve(argument, scope))).toString('base64'),
  'Fn::Length': (argument, scope) => list('Fn::Length', argument, scope).length,
  'Fn::ToJsonString': (argument, scope) => JSON.stringify(resolve(argument, scope)),
};

function getAttribute(argument: unknown, scope: Scope): unknown {
  const parts = typeof argument === 'string' ? argument.split(/\.(.*)/s) : argument;
  if (!Array.isArray(parts)) throw new AssemblyError(scope.where, 'Fn::GetAtt takes a list', argument);
  return scope.attribute(String(parts[0]), String(resolve(parts[1], scope)));
}

/** Both forms: the text alone, and the text with a mapping of names of its own. `${!Literal}` stays as `${Literal}`. */
function substitute(argument: unknown, scope: Scope): string {
  const [template, own] = Array.isArray(argument) ? argument : [argument, {}];
  const names = Object(resolve(own ?? {}, scope));
  return text('Fn::Sub', template, scope).replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, inner: string) => {
    if (literal) return `\${${inner}}`;
    const name = inner.trim();
    if (Object.hasOwn(names, name)) return String(names[name]);
    return String(name.includes('.') ? getAttribute(name, scope) : scope.ref(name));
  });
}

function list(name: string, argument: unknown, scope: Scope): readonly unknown[] {
  const value = resolve(argument, scope);
  if (!Array.isArray(value)) throw new AssemblyError(scope.where, `${name} takes a list`, argument);
  return value;
}

function text(name: string, argument: unknown, scope: Scope): string {
  if (typeof argument !== 'string') throw new AssemblyError(scope.where, `${name} takes a text`, argument);
  return argument;
}
