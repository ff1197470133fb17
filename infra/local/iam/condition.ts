import { arnMatcher, resourceMatcher } from './wildcard.ts';

/** What is known about a request, by condition key in lower case; a key may have several values. */
export type RequestContext = ReadonlyMap<string, readonly string[]>;
export type Condition = (context: RequestContext) => boolean;

/** A policy uses something that the local evaluator does not know: to go on would be to guess what AWS decides. */
export class UnsupportedPolicyError extends Error {
  override readonly name = 'UnsupportedPolicyError';
}

interface Operator {
  readonly matcher: (pattern: string) => (value: string) => boolean;
  readonly negated: boolean;
}

const equals = (pattern: string) => (value: string) => value === pattern;
const equalsIgnoringCase = (pattern: string) => (value: string) => value.toLowerCase() === pattern.toLowerCase();

const operators: Readonly<Record<string, Operator>> = {
  StringEquals: { matcher: equals, negated: false },
  StringNotEquals: { matcher: equals, negated: true },
  StringEqualsIgnoreCase: { matcher: equalsIgnoringCase, negated: false },
  StringLike: { matcher: resourceMatcher, negated: false },
  StringNotLike: { matcher: resourceMatcher, negated: true },
  ArnEquals: { matcher: arnMatcher, negated: false },
  ArnLike: { matcher: arnMatcher, negated: false },
  ArnNotEquals: { matcher: arnMatcher, negated: true },
  ArnNotLike: { matcher: arnMatcher, negated: true },
  Bool: { matcher: equalsIgnoringCase, negated: false },
};

/** The condition keys for which the local cloud fills in values. */
const knownKeys = new Set([
  'aws:principalarn',
  'aws:requestedregion',
  'aws:securetransport',
  'aws:tagkeys',
  'dynamodb:leadingkeys',
  'ec2:createaction',
  'ecs:cluster',
  'ecs:createaction',
  'ecs:enable-ebs-volumes',
  'ecs:enable-execute-command',
  'iam:passedtoservice',
  'kms:encryptioncontextkeys',
]);

/** Keys that end in the name of a tag, or of a part of an encryption context. */
const knownPrefixes = ['aws:requesttag/', 'aws:resourcetag/', 'kms:encryptioncontext:'];

/** @throws UnsupportedPolicyError for an operator or key that is not known here. */
export function parseConditions(block: Readonly<Record<string, unknown>>): readonly Condition[] {
  return Object.entries(block).flatMap(([operator, tests]) =>
    Object.entries(tests as Record<string, unknown>).map(([key, expected]) =>
      parseCondition(operator, key, strings(expected)),
    ),
  );
}

function parseCondition(operatorName: string, key: string, expected: readonly string[]): Condition {
  const name = key.toLowerCase();
  const known = knownKeys.has(name) || knownPrefixes.some((prefix) => name.startsWith(prefix));
  if (!known) throw new UnsupportedPolicyError(`condition key ${key}`);
  if (operatorName === 'Null') return (context) => context.has(name) !== expected.includes('true');
  const [, quantifier, base = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operatorName) ?? [];
  const operator = operators[base];
  if (!operator) throw new UnsupportedPolicyError(`condition operator ${operatorName}`);
  const matchers = expected.map(operator.matcher);
  const accepts = (value: string) => matchers.some((matches) => matches(value)) !== operator.negated;
  const whenAbsent = ifExists !== undefined || (quantifier ? quantifier === 'ForAllValues' : operator.negated);
  return (context) => {
    const values = context.get(name);
    if (!values || values.length === 0) return whenAbsent;
    return quantifier === 'ForAllValues' || (!quantifier && operator.negated)
      ? values.every(accepts)
      : values.some(accepts);
  };
}

function strings(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
