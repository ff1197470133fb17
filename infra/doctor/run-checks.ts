import type { Account } from './account/account.ts';
import { type Check, type Finding, type Subject, warning } from './check.ts';

export interface Result {
  readonly check: string;
  /** False if the check could not run; the finding has the reason. */
  readonly isChecked: boolean;
  readonly findings: readonly Finding[];
}

/** Time limit of each check. */
export const DEADLINE_MS = 25_000;

/** Runs the checks in parallel. A failing check does not affect others. */
export function runChecks(
  checks: readonly Check[],
  account: Account,
  subject: Subject,
  deadlineMilliseconds = DEADLINE_MS,
): Promise<readonly Result[]> {
  const wanted = checks.filter(({ when }) => when.includes(subject.when));
  return Promise.all(wanted.map((check) => runOne(check, account, subject, deadlineMilliseconds)));
}

async function runOne(check: Check, account: Account, subject: Subject, milliseconds: number): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`there was no response within ${milliseconds / 1000} s`)),
    milliseconds,
  );
  try {
    return { check: check.id, isChecked: true, findings: await Promise.race([check.run(account, subject), over]) };
  } catch (error) {
    return { check: check.id, isChecked: false, findings: [unchecked(check, error)] };
  } finally {
    clearTimeout(timer);
  }
}

/** AWS's names for missing permissions. */
const REFUSALS = /^(AccessDenied(Exception)?|UnauthorizedOperation|AuthorizationError(Exception)?|NotAuthorized)$/;

/** The finding of a check that could not run. */
export function unchecked({ actions }: Pick<Check, 'actions'>, error: unknown): Finding {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const means = 'The state is unknown.';
  if (!REFUSALS.test(name)) {
    return warning(`It could not be checked: ${message || name}.`, means, 'Fix the cause, and run this again.');
  }
  const [, action] = /perform: ([\w-]+:\w+)/.exec(message) ?? [];
  const missing = action === undefined ? `one of ${actions.join(', ')}` : action;
  const remedy = `Allow ${missing} for the role of these credentials, or use credentials that can read the account.`;
  return warning(`It could not be checked: the credentials lack ${missing}.`, means, remedy);
}
