import { applies, type PermissionRequest, type Statement } from './policy.ts';

/** The used permissions of a role, one request for each combination of statement parts that allow it. */
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
  return statement.resources.map((fits) => (fits(request.resource) ? '1' : '0')).join('');
}
