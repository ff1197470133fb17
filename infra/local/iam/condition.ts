import { arnMatcher } from './wildcard.ts';

/** What is known about a request, by condition key in lower case; a key may have several values. */
export type RequestContext = ReadonlyMap<string, readonly string[]>;
export type Condition = (context: RequestContext) => boolean;

/** A policy uses something that the local evaluator does not know: to go on would be to guess what AWS decides. */
export class UnsupportedPolicyError extends Error {
  override readonly name = 'UnsupportedPolicyError';
}

/** The operators that our policies use, besides `Null`. */
const operators: Readonly<Record<string, (pattern: string) => (value: string) => boolean>> = {
  StringEquals: (pattern) => (value) => value === pattern,
  ArnEquals: arnMatcher,
};

/** The condition keys for which the local cloud fills in values. */
const knownKeys = new Set([
  'ec2:createaction',
  'ecs:cluster',
  'iam:passedtoservice',
  // No service of the local cloud makes roles, or calls KMS for a function: these two are never filled in.
  'iam:awsservicename',
  'kms:viaservice',
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
  const matcher = operators[operatorName];
  if (!matcher) throw new UnsupportedPolicyError(`condition operator ${operatorName}`);
  const matchers = expected.map(matcher);
  return (context) => (context.get(name) ?? []).some((value) => matchers.some((matches) => matches(value)));
}

function strings(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
