import { AppError } from './errors.ts';
import { fieldError } from './field-error.ts';

/**
 * An error about a body field that no schema can check, as it depends on the time or on the caller.
 *
 * @param type what the contract names the refusal, where it does
 */
export function badField(path: readonly string[], msg: string, type = 'value_error'): AppError {
  const errors = [fieldError('body', path, msg, type)];
  return new AppError('validation_failed', `body.${path.join('.')}: ${msg}`, { extensions: { errors } });
}
