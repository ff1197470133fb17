import type * as z from 'zod';
import type { FieldError } from '../../contract/shapes/problem.ts';
import { AppError, fieldError, type Source } from '../../platform/errors.ts';
import { MAX_ERRORS } from './read-body.ts';

/** How long the list of bad fields is, in characters. */
const MAX_ERROR_TEXT = 500_000;

/** The status of an issue: its schema may demand a 400 for old clients instead of a 422. */
function codeOf(issue: z.core.$ZodIssue): InvalidCode {
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return code === 'too_many_ids' || code === 'malformed_request' ? code : 'validation_failed';
}

type InvalidCode = 'too_many_ids' | 'malformed_request' | 'validation_failed';

/** A fault that a schema found in one part of a request. */
export interface FoundIssue {
  readonly source: Source;
  readonly issue: z.core.$ZodIssue;
}

/** All bad fields in one refusal, in the status that their schemas and the endpoint ask for. */
export function refusedFields(issues: readonly FoundIssue[], invalidCode: InvalidCode = 'validation_failed'): AppError {
  const errors = issues.slice(0, MAX_ERRORS).flatMap(({ source, issue }) => fieldErrors(source, issue));
  const [code, ...others] = new Set(issues.map(({ issue }) => codeOf(issue)));
  return refusedWith(code && code !== 'validation_failed' && others.length === 0 ? code : invalidCode, errors);
}

export function refusedWith(code: InvalidCode, all: readonly FieldError[]): AppError {
  const errors = withinRoom(all.slice(0, MAX_ERRORS));
  const detail = errors
    .map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    .join('; ')
    .replaceAll('.; ', '. ');
  return new AppError(code, detail.length > 1000 ? `${detail.slice(0, 1000)}…` : detail, { extensions: { errors } });
}

/** As many errors as there is room for, and at least one: each repeats the names on its way, which may be long. */
function withinRoom(errors: readonly FieldError[]): readonly FieldError[] {
  let room = MAX_ERROR_TEXT;
  const end = errors.findIndex(({ pointer, msg }) => {
    room -= 2 * pointer.length + msg.length;
    return room < 0;
  });
  return end < 0 ? errors : errors.slice(0, Math.max(1, end));
}

/** The schema reports unknown fields as one issue; callers get one error for each. */
function fieldErrors(source: Source, issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_ERRORS)
      .map((key) => fieldError(source, [...path, key], 'Unknown field. Remove it.', issue.code));
  }
  return [fieldError(source, path, issue.message, issue.code)];
}
