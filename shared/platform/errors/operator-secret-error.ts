/** A secret of the operator cannot be read until the operator changes something. The message says what, without it. */
export class OperatorSecretError extends Error {
  override readonly name = 'OperatorSecretError';
}
