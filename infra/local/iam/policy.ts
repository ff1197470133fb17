import { type Condition, parseConditions, type RequestContext, UnsupportedPolicyError } from './condition.ts';
import { actionMatcher, resourceMatcher } from './wildcard.ts';

/** One permission that an API call needs: calls such as TransactWriteItems need several. */
export interface PermissionRequest {
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
}

/** `Action` or `Resource` of a statement or, when negated, `NotAction` or `NotResource`. */
interface Element {
  readonly negated: boolean;
  readonly patterns: readonly ((value: string) => boolean)[];
}

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: Element;
  readonly resources: Element;
  readonly conditions: readonly Condition[];
}

export type Decision = 'allowed' | 'explicitly-denied' | 'not-allowed';

/** The services that run locally: a statement about any other can never be asked for, so what it says need not be understood. */
const localServices = ['dynamodb', 'ec2', 'ecs', 'iam', 'kms', 'lambda', 'secretsmanager'];

/**
 * Reads a policy document whose intrinsic functions are resolved.
 *
 * @throws UnsupportedPolicyError when a statement about a service that runs locally uses what the evaluator does not know.
 */
export function parsePolicy(document: unknown): readonly Statement[] {
  return statementsOf(document).filter(concernsLocalService).map(parseStatement);
}

/** The statements of a document as they are written. */
export function statementsOf(document: unknown): readonly Readonly<Record<string, unknown>>[] {
  const statements = list((document as { Statement?: unknown }).Statement);
  return statements.map((statement) => statement as Readonly<Record<string, unknown>>);
}

function concernsLocalService(statement: Readonly<Record<string, unknown>>): boolean {
  if (statement.NotAction !== undefined) return true;
  return list(statement.Action).some((action) => {
    const service = String(action).split(':')[0] ?? '';
    const matches = actionMatcher(service);
    return localServices.some(matches);
  });
}

function parseStatement(statement: Readonly<Record<string, unknown>>): Statement {
  const { Effect, Principal, NotPrincipal, Condition: conditions } = statement;
  if (Effect !== 'Allow' && Effect !== 'Deny') throw new UnsupportedPolicyError(`effect ${String(Effect)}`);
  if (Principal !== undefined || NotPrincipal !== undefined)
    throw new UnsupportedPolicyError('a principal in an identity-based policy');
  return {
    effect: Effect,
    actions: element(statement, 'Action', actionMatcher),
    resources: element(statement, 'Resource', resourceMatcher),
    conditions: conditions === undefined ? [] : parseConditions(conditions as Record<string, unknown>),
  };
}

/** Reads `Action` or `NotAction`, `Resource` or `NotResource`. */
function element(
  statement: Readonly<Record<string, unknown>>,
  name: 'Action' | 'Resource',
  matcher: (pattern: string) => (value: string) => boolean,
): Element {
  const negated = statement[`Not${name}`];
  const patterns = list(negated ?? statement[name]).map(pattern);
  if (patterns.length === 0) throw new UnsupportedPolicyError(`a statement without ${name}`);
  return { negated: negated !== undefined, patterns: patterns.map(matcher) };
}

function pattern(value: unknown): string {
  if (typeof value !== 'string') throw new UnsupportedPolicyError(`the unresolved value ${JSON.stringify(value)}`);
  if (value.includes('${')) throw new UnsupportedPolicyError(`the policy variable in ${value}`);
  return value;
}

/** A deny wins over every allow; what no statement allows is denied. */
export function decide(statements: readonly Statement[], request: PermissionRequest): Decision {
  const applicable = statements.filter((statement) => applies(statement, request));
  if (applicable.some((statement) => statement.effect === 'Deny')) return 'explicitly-denied';
  return applicable.length > 0 ? 'allowed' : 'not-allowed';
}

export function applies(statement: Statement, { action, resource, context }: PermissionRequest): boolean {
  return (
    matches(statement.actions, action) &&
    matches(statement.resources, resource) &&
    statement.conditions.every((holds) => holds(context))
  );
}

function matches({ patterns, negated }: Element, value: string): boolean {
  return patterns.some((fits) => fits(value)) !== negated;
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
