import { applies, type PermissionRequest, type Statement } from './policy.ts';

/**
 * The permissions that a role was used for. Of requests that the same parts of the same statements allow it keeps one: the others tell nothing more
 * about what the role needs, so that the policy bounds how many there are.
 */
export class UsedPermissions {
  readonly #requests = new Map<string, PermissionRequest>();

  get all(): readonly PermissionRequest[] {
    return [...this.#requests.values()];
  }

  record(statements: readonly Statement[], request: PermissionRequest): void {
    const key = `${request.action} ${statements.map((statement) => traceOf(statement, request)).join(' ')}`;
    if (!this.#requests.has(key)) this.#requests.set(key, request);
  }
}

/** Which of a statement's resources a request is about, when the statement applies to it. */
function traceOf(statement: Statement, request: PermissionRequest): string {
  if (!applies(statement, request)) return '-';
  return statement.resources.patterns.map((fits) => (fits(request.resource) ? '1' : '0')).join('');
}
