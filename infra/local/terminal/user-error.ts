/** A problem that the user can solve. The message alone is shown, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
