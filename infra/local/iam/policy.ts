import { type Condition, parseConditions, type RequestContext, UnsupportedPolicyError } from './condition.ts';
import { actionMatcher, resourceMatcher } from './wildcard.ts';

/** One permission that an API call needs: calls such as TransactWriteItems need several. */
export interface PermissionRequest {
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
}

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly matchesAction: (action: string) => boolean;
  readonly matchesResource: (resource: string) => boolean;
  readonly conditions: readonly Condition[];
}

export type Decision = 'allowed' | 'explicitly-denied' | 'not-allowed';

/** The services that run locally: a statement about any other can never be asked for, so what it says need not be understood. */
const localServices = ['dynamodb', 'ecs', 'iam', 'lambda', 'secretsmanager'];

/**
 * Reads a policy document whose intrinsic functions are resolved.
 *
 * @throws UnsupportedPolicyError when a statement about a service that runs locally uses what the evaluator does not know.
 */
export function parsePolicy(document: unknown): readonly Statement[] {
  const statements = (document as { Statement?: unknown }).Statement;
  return list(statements)
    .map((statement) => statement as Readonly<Record<string, unknown>>)
    .filter(concernsLocalService)
    .map(parseStatement);
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
    matchesAction: element(statement, 'Action', actionMatcher),
    matchesResource: element(statement, 'Resource', resourceMatcher),
    conditions: conditions === undefined ? [] : parseConditions(conditions as Record<string, unknown>),
  };
}

/** Reads `Action` or `NotAction`, `Resource` or `NotResource`. */
function element(
  statement: Readonly<Record<string, unknown>>,
  name: 'Action' | 'Resource',
  matcher: (pattern: string) => (value: string) => boolean,
): (value: string) => boolean {
  const negated = statement[`Not${name}`];
  const patterns = list(negated ?? statement[name]).map(pattern);
  if (patterns.length === 0) throw new UnsupportedPolicyError(`a statement without ${name}`);
  const matchers = patterns.map(matcher);
  return (value) => matchers.some((matches) => matches(value)) !== (negated !== undefined);
}

function pattern(value: unknown): string {
  if (typeof value !== 'string') throw new UnsupportedPolicyError(`the unresolved value ${JSON.stringify(value)}`);
  if (value.includes('${')) throw new UnsupportedPolicyError(`the policy variable in ${value}`);
  return value;
}

/** A deny wins over every allow; what no statement allows is denied. */
export function decide(statements: readonly Statement[], request: PermissionRequest): Decision {
  const applicable = statements.filter(
    (statement) =>
      statement.matchesAction(request.action) &&
      statement.matchesResource(request.resource) &&
      statement.conditions.every((holds) => holds(request.context)),
  );
  if (applicable.some((statement) => statement.effect === 'Deny')) return 'explicitly-denied';
  return applicable.length > 0 ? 'allowed' : 'not-allowed';
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
