import type { FieldError } from '../../platform/errors/errors.ts';
import { fieldError } from '../../platform/errors/field-error.ts';

/** How many bad fields are named: a body may hold many more, and Lambda answers no more than 6 MB. */
export const MAX_ERRORS = 1000;

/** DynamoDB keeps no number closer to zero than about 1e-130. */
export const SMALLEST_NUMBER = 1e-120;

type Path = readonly (string | number)[];

/**
 * Values of a body that no row could store, and texts that no person means. Schemas cannot check this, as some fields
 * take any JSON. The reader of the body has bounded its depth.
 */
export function beyondLimits(body: unknown): FieldError[] {
  const errors: FieldError[] = [];
  visit(body, [], errors);
  return errors;
}

function visit(value: unknown, path: Path, errors: FieldError[]): void {
  if (errors.length >= MAX_ERRORS) return;
  if (typeof value === 'number' && !isKeptExactly(value)) {
    errors.push(fieldError('body', path, 'this number is too large or too small to be kept', 'number_out_of_range'));
  }
  if (typeof value === 'string' && !isText(value)) errors.push(fieldError('body', path, notText, 'not_text'));
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, child] of Object.entries(value)) {
    const at = [...path, isList ? Number(key) : key];
    if (key === '') errors.push(fieldError('body', at, 'a field needs a name', 'empty_name'));
    else if (!isList && !isText(key)) errors.push(fieldError('body', path, notTextInName, 'not_text'));
    visit(child, at, errors);
  }
}

const notText = 'this text holds NUL or half of a character (a lone UTF-16 surrogate); leave it out';
const notTextInName = 'the name of a field holds NUL or half of a character (a lone UTF-16 surrogate); leave it out';

function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isKeptExactly(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= SMALLEST_NUMBER && size <= Number.MAX_SAFE_INTEGER);
}
