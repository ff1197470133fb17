import { type Check, type Finding, warning } from './check.ts';

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
