import { AppError } from '../errors.ts';
import { fieldError } from './field-error.ts';

/** A field of the body that no schema can judge by itself, as it depends on the time or on who calls. */
export function badField(path: readonly string[], msg: string): AppError {
  const errors = [fieldError('body', path, msg, 'value_error')];
  return new AppError('validation_failed', `body.${path.join('.')}: ${msg}`, { extensions: { errors } });
}
