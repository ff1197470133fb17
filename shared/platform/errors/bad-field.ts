import { AppError } from './errors.ts';
import { fieldError } from './field-error.ts';

/** An error about a body field that no schema can check, as it depends on the time or on the caller. */
export function badField(path: readonly string[], msg: string): AppError {
  const errors = [fieldError('body', path, msg, 'value_error')];
  return new AppError('validation_failed', `body.${path.join('.')}: ${msg}`, { extensions: { errors } });
}
