import { type Condition, parseConditions, type RequestContext, UnsupportedPolicyError } from './condition.ts';
import { actionMatcher, resourceMatcher } from './wildcard.ts';

/** One permission that an API call needs: calls such as TransactWriteItems need several. */
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

/** What a statement of ours consists of. */
const knownElements = new Set(['Action', 'Condition', 'Effect', 'Resource', 'Sid']);

/** The services that run locally; statements about others are never asked for, nor understood. */
const localServices = ['cloudfront-keyvaluestore', 'dynamodb', 'ec2', 'ecs', 'iam', 'kms', 'lambda', 'secretsmanager'];

/** Reads a resolved policy document. @throws UnsupportedPolicyError for what the evaluator does not know */
export function parsePolicy(document: unknown): readonly Statement[] {
  return statementsOf(document).filter(concernsLocalService).map(parseStatement);
}

/** The statements of a document as they are written. */
export function statementsOf(document: unknown): readonly Readonly<Record<string, unknown>>[] {
  const statements = list((document as { Statement?: unknown }).Statement);
  return statements.map((statement) => statement as Readonly<Record<string, unknown>>);
}

function concernsLocalService(statement: Readonly<Record<string, unknown>>): boolean {
  // What is not about named actions is about those of local services too; `parseStatement` refuses it.
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
