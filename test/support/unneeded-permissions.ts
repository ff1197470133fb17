import { decide, type PermissionRequest, parsePolicy } from '../../infra/local/iam/policy.ts';
import type { RoleReport } from '../../infra/local/iam/roles.ts';

type RawStatement = Readonly<Record<string, unknown>>;

interface Part {
  readonly statement: number;
  readonly names: string;
  /** The statement without the part. `undefined` if the part is the whole statement. */
  readonly rest: RawStatement | undefined;
}

export interface Unneeded {
  readonly role: string;
  readonly function: string | null;
  readonly part: string;
  readonly statement: RawStatement;
}

/** Functions with the same code and grant. A permission that one uses is needed by all. */
export type SameCode = readonly string[];

/** For a function, others that contain one of its grants with its code. What they use of it counts for the function. */
export type SharedGrants = Readonly<Record<string, readonly string[]>>;

/**
 * Removes one part of each role at a time and evaluates all allowed uses again. A part is unneeded if no use is denied
 * without it in any of the runs, which are reports of services of one template.
 *
 * @param exempt actions that local runs cannot use
 * @param shared counts in one direction only, unlike `groups`
 * @param invokedOnce resources of which a use by one function shows that all functions with the permission need it
 */
export function unneededPermissions(
  runs: readonly (readonly RoleReport[])[],
  exempt: ReadonlySet<string>,
  groups: readonly SameCode[] = [],
  shared: SharedGrants = {},
  invokedOnce = /^$/,
): readonly Unneeded[] {
  const [first = []] = runs;
  return first.flatMap(({ role, function: caller, statements }) => {
    const group = caller === null ? [] : groups.filter((functions) => functions.includes(caller)).flat();
    const sharing = new Set([...group, ...((caller === null ? undefined : shared[caller]) ?? [])]);
    const isOfSameCode = (report: RoleReport): boolean => report.function !== null && sharing.has(report.function);
    const uses = runs.flatMap((roles) =>
      roles.flatMap((report) => {
        const isOwn = report.role === role || isOfSameCode(report);
        return isOwn ? report.used : report.used.filter(({ resource }) => invokedOnce.test(resource));
      }),
    );
    const isNeeded = neededIn(statements, uses);
    return statements.flatMap((statement, index) =>
      partsOf(statement, index, exempt)
        .filter((part) => !isNeeded(part))
        .map(({ names }) => ({ role, function: caller, part: names, statement })),
    );
  });
}

/** Whether any of the uses that the statements allow is denied without a part of them. */
function neededIn(statements: readonly RawStatement[], uses: RoleReport['used']): (part: Part) => boolean {
  const whole = parsePolicy({ Statement: statements });
  const distinct = new Map(uses.map((use) => [JSON.stringify(use), use]));
  const allowed = [...distinct.values()].map(requestOf).filter((request) => decide(whole, request) === 'allowed');
  return ({ statement, rest }) => {
    const left = statements.flatMap((other, index) => (index === statement ? (rest ?? []) : other));
    const without = parsePolicy({ Statement: left });
    return allowed.some((request) => decide(without, request) !== 'allowed');
  };
}

function requestOf({ action, resource, context }: RoleReport['used'][number]): PermissionRequest {
  return { action, resource, context: new Map(Object.entries(context)) };
}

function partsOf(raw: RawStatement, statement: number, exempt: ReadonlySet<string>): readonly Part[] {
  const actions = list(raw.Action);
  const provable = actions.filter((action) => !exempt.has(action));
  if (provable.length === 0) return [];
  const resources = list(raw.Resource);
  const single = (name: 'Action' | 'Resource', values: readonly string[], value: string): Part => ({
    statement,
    names: value,
    rest: values.length > 1 ? { ...raw, [name]: values.filter((other) => other !== value) } : undefined,
  });
  return [
    ...(provable.length === 0 ? [{ statement, names: 'the statement', rest: undefined }] : []),
    ...provable.map((action) => single('Action', actions, action)),
    ...(resources.length > 1 ? resources.map((resource) => single('Resource', resources, resource)) : []),
  ];
}

function list(value: unknown): readonly string[] {
  return (value === undefined ? [] : [value]).flat().map(String);
}
