/** A permission that an API call needs. Calls such as TransactWriteItems need several. */
export interface PermissionRequest {
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
}

type Patterns = readonly ((value: string) => boolean)[];

/** What one statement allows. */
export interface Statement {
  readonly actions: Patterns;
  readonly resources: Patterns;
  readonly conditions: readonly Condition[];
}

export type Decision = 'allowed' | 'not-allowed';

/** The elements that our statements use. */
const knownElements = new Set(['Action', 'Condition', 'Effect', 'Resource', 'Sid']);

/** The services that run locally. Statements about other services are ignored. */
const localServices = [
  'cloudfront-keyvaluestore',
  'dynamodb',
  'ebs',
  'ec2',
  'ecs',
  'iam',
  'kms',
  'lambda',
  'logs',
  'secretsmanager',
  'ses',
];

/** Reads a resolved policy document. @throws UnsupportedPolicyError for what the evaluator does not support */
export function parsePolicy(document: unknown): readonly Statement[] {
  return statementsOf(document).filter(concernsLocalService).map(parseStatement);
}

/** The statements of a document as written. */
export function statementsOf(document: unknown): readonly Readonly<Record<string, unknown>>[] {
  const statements = list((document as { Statement?: unknown }).Statement);
  return statements.map((statement) => statement as Readonly<Record<string, unknown>>);
}

function concernsLocalService(statement: Readonly<Record<string, unknown>>): boolean {
  // A statement without named actions also concerns local services. `parseStatement` refuses it.
  if (statement.Action === undefined) return true;
  return list(statement.Action).some((action) => {
    const service = String(action).split(':')[0] ?? '';
    const matches = actionMatcher(service);
    return localServices.some(matches);
  });
}

function parseStatement(statement: Readonly<Record<string, unknown>>): Statement {
  const { Effect, Condition: conditions } = statement;
  if (Effect !== 'Allow') throw new UnsupportedPolicyError(`effect ${String(Effect)}`);
  const unknown = Object.keys(statement).find((name) => !knownElements.has(name));
  if (unknown) throw new UnsupportedPolicyError(`the element ${unknown}`);
  return {
    actions: patternsOf(statement, 'Action', actionMatcher),
    resources: patternsOf(statement, 'Resource', resourceMatcher),
    conditions: conditions === undefined ? [] : parseConditions(conditions as Record<string, unknown>),
  };
}

function patternsOf(
  statement: Readonly<Record<string, unknown>>,
  name: 'Action' | 'Resource',
  matcher: (pattern: string) => (value: string) => boolean,
): Patterns {
  const patterns = list(statement[name]).map(pattern);
  if (patterns.length === 0) throw new UnsupportedPolicyError(`a statement without ${name}`);
  return patterns.map(matcher);
}

function pattern(value: unknown): string {
  if (typeof value !== 'string') throw new UnsupportedPolicyError(`the unresolved value ${JSON.stringify(value)}`);
  if (value.includes('${')) throw new UnsupportedPolicyError(`the policy variable in ${value}`);
  return value;
}

export function decide(statements: readonly Statement[], request: PermissionRequest): Decision {
  return statements.some((statement) => applies(statement, request)) ? 'allowed' : 'not-allowed';
}

export function applies(statement: Statement, { action, resource, context }: PermissionRequest): boolean {
  return (
    statement.actions.some((fits) => fits(action)) &&
    statement.resources.some((fits) => fits(resource)) &&
    statement.conditions.every((holds) => holds(context))
  );
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The values of condition keys, in lower case, that are known for a request. */
export type RequestContext = ReadonlyMap<string, readonly string[]>;
type Condition = (context: RequestContext) => boolean;

/** A policy uses a feature that the local evaluator does not support. Going on would mean guessing AWS's decision. */
export class UnsupportedPolicyError extends Error {
  override readonly name = 'UnsupportedPolicyError';
}

/** The operators that our policies use besides `Null`, each also with the prefix `ForAllValues:` or `ForAnyValue:`. */
const operators: Readonly<Record<string, (pattern: string) => (value: string) => boolean>> = {
  StringEquals: (pattern) => (value) => value === pattern,
  ArnEquals: arnMatcher,
};

/** The condition keys for which the local cloud provides values. */
const knownKeys = new Set([
  'aws:tagkeys',
  'ec2:createaction',
  'ecs:createaction',
  'ecs:cluster',
  'iam:passedtoservice',
  'kms:resourcealiases',
  'ses:fromaddress',
  // These two never have a value: no service of the local cloud makes roles or uses KMS through another service.
  'iam:awsservicename',
  'kms:viaservice',
]);

/** Prefixes of keys that end with the name of a tag, or of a part of an encryption context. */
const knownPrefixes = ['aws:requesttag/', 'aws:resourcetag/', 'kms:encryptioncontext:'];

/** @throws UnsupportedPolicyError for an operator or key that is not supported here */
export function parseConditions(block: Readonly<Record<string, unknown>>): readonly Condition[] {
  return Object.entries(block).flatMap(([operator, tests]) =>
    Object.entries(tests as Record<string, unknown>).map(([key, expected]) =>
      parseCondition(operator, key, list(expected).map(String)),
    ),
  );
}

function parseCondition(operatorName: string, key: string, expected: readonly string[]): Condition {
  const name = key.toLowerCase();
  const known = knownKeys.has(name) || knownPrefixes.some((prefix) => name.startsWith(prefix));
  if (!known) throw new UnsupportedPolicyError(`condition key ${key}`);
  if (operatorName === 'Null') return (context) => context.has(name) !== expected.includes('true');
  const [, isForAll, single = ''] = /^(?:(ForAllValues:)|ForAnyValue:)?(\w+)$/.exec(operatorName) ?? [];
  const matcher = operators[single];
  if (!matcher) throw new UnsupportedPolicyError(`condition operator ${operatorName}`);
  const matchers = expected.map(matcher);
  const isExpected = (value: string) => matchers.some((matches) => matches(value));
  // ForAllValues holds for an absent key.
  if (isForAll) return (context) => (context.get(name) ?? []).every(isExpected);
  return (context) => (context.get(name) ?? []).some(isExpected);
}

/** Compiles an IAM pattern: `*` matches any text, and `?` one character. */
function compile(pattern: string, flags: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, flags);
}

/** Action names are case-insensitive. */
function actionMatcher(pattern: string): (action: string) => boolean {
  const expression = compile(pattern, 'is');
  return (action) => expression.test(action);
}

/** In a Resource element, a wildcard matches across the colons of an ARN. */
function resourceMatcher(pattern: string): (resource: string) => boolean {
  const expression = compile(pattern, 's');
  return (resource) => expression.test(resource);
}

/** ArnEquals and ArnLike compare the six parts of an ARN one by one, so that a wildcard stays within its part. */
function arnMatcher(pattern: string): (arn: string) => boolean {
  const parts = splitArn(pattern).map((part) => compile(part, 's'));
  return (arn) => {
    const actual = splitArn(arn);
    return actual.length === parts.length && parts.every((part, index) => part.test(actual[index] ?? ''));
  };
}

function splitArn(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}
