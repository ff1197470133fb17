import { applies, type Decision, decide, type PermissionRequest, type Statement } from './policy.ts';

/** Limits the cached decisions, because a function may ask about ever new resources. */
const MAX_DECISIONS = 1_000;

interface Identity {
  /** The function's id in the code, such as `get-sandbox`. */
  readonly id: string;
  readonly functionName: string;
  readonly roleName: string;
  readonly roleArn: string;
  readonly statements: readonly Statement[];
}

/** A function as IAM sees it: a session of its role. */
export class Principal {
  readonly id: string;
  readonly functionName: string;
  readonly roleName: string;
  readonly roleArn: string;
  /** The caller's name in AWS's refusals: `arn:aws:sts::…:assumed-role/role/function`. */
  readonly sessionArn: string;
  readonly #statements: readonly Statement[];
  readonly #used = new UsedPermissions();
  /** Decisions about requests without a context. They never change, because the statements do not. */
  readonly #decided = new Map<string, Decision>();

  constructor({ id, functionName, roleName, roleArn, statements }: Identity) {
    this.id = id;
    this.functionName = functionName;
    this.roleName = roleName;
    this.roleArn = roleArn;
    this.sessionArn = `arn:aws:sts::${roleArn.split(':')[4] ?? ''}:assumed-role/${roleName}/${functionName}`;
    this.#statements = statements;
  }

  /** The permissions used in this run: one example for everything that the same parts of the statements allow. */
  get used(): readonly PermissionRequest[] {
    return this.#used.all;
  }

  /** Decides, and records what it allows. */
  decide(request: PermissionRequest): Decision {
    if (request.context.size > 0) return this.#decide(request);
    const key = `${request.action} ${request.resource}`;
    const known = this.#decided.get(key);
    if (known) return known;
    const decision = this.#decide(request);
    if (this.#decided.size === MAX_DECISIONS) this.#decided.clear();
    this.#decided.set(key, decision);
    return decision;
  }

  #decide(request: PermissionRequest): Decision {
    const decision = decide(this.#statements, request);
    if (decision === 'allowed') this.#used.record(this.#statements, request);
    return decision;
  }
}

/** The used permissions of a role: one request for each combination of statement parts that allow it. */
class UsedPermissions {
  readonly #requests = new Map<string, PermissionRequest>();

  get all(): readonly PermissionRequest[] {
    return [...this.#requests.values()];
  }

  record(statements: readonly Statement[], request: PermissionRequest): void {
    const key = `${request.action} ${statements.map((statement) => traceOf(statement, request)).join(' ')}`;
    if (!this.#requests.has(key)) this.#requests.set(key, request);
  }
}

/** Which of a statement's resources match a request, when the statement applies to it. */
function traceOf(statement: Statement, request: PermissionRequest): string {
  if (!applies(statement, request)) return '-';
  return statement.resources.map((fits) => (fits(request.resource) ? '1' : '0')).join('');
}
