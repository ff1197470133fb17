import type { Account } from './account/account.ts';
import { type Check, type Finding, type Subject, warning } from './check.ts';

/** What one check came to. */
export interface Result {
  readonly check: string;
  /** False when it could not look: the finding says why. */
  readonly isChecked: boolean;
  readonly findings: readonly Finding[];
}

/** A check that takes longer is given up; the others go on. */
export const DEADLINE_MS = 25_000;

/** Runs all checks that fit the time of the subject at once. None of them can end another. */
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
    () => reject(new Error(`there was no answer within ${milliseconds / 1000} s`)),
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

/** How AWS's services call a refusal. */
const REFUSALS = /^(AccessDenied(Exception)?|UnauthorizedOperation|AuthorizationError(Exception)?|NotAuthorized)$/;

/** The finding of a check that could not look. */
export function unchecked({ actions }: Pick<Check, 'actions'>, error: unknown): Finding {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const means = 'Whether all is well here is not known.';
  if (!REFUSALS.test(name)) {
    return warning(
      `It could not be checked: ${message || name}.`,
      means,
      'Repair what the message says, and run this again.',
    );
  }
  const [, action] = /perform: ([\w-]+:\w+)/.exec(message) ?? [];
  const missing = action === undefined ? `one of ${actions.join(', ')}` : action;
  const remedy = `Allow ${missing} to the role of these credentials, or run this with credentials that may read the account.`;
  return warning(`It could not be checked: the credentials lack ${missing}.`, means, remedy);
}
