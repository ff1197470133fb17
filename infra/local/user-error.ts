/** Something the person at the terminal can mend. Its message is the one sentence to show; a stack would only hide it. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
