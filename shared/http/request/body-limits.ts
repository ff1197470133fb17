import type { FieldError } from '../../platform/errors/errors.ts';
import { fieldError } from '../../platform/errors/field-error.ts';

/** Deeper JSON than this is refused: a DynamoDB item nests 32 levels, and nothing honest needs them. */
export const MAX_BODY_DEPTH = 24;

/** DynamoDB keeps no number closer to zero than about 1e-130. */
export const SMALLEST_NUMBER = 1e-120;

type Path = readonly (string | number)[];

/** Values of a body that no row could store. Schemas cannot check this, as some fields take any JSON. */
export function beyondLimits(body: unknown): FieldError[] {
  const errors: FieldError[] = [];
  visit(body, [], errors);
  return errors;
}

/** Bounds the depth of every body, also in ignored fields: endless nesting could not be read back. */
export function beyondDepth(body: unknown, maximum: number): FieldError[] {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximum) return [fieldError('body', [], `JSON may nest ${maximum} levels deep`, 'too_deep')];
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return [];
}

function visit(value: unknown, path: Path, errors: FieldError[]): void {
  if (typeof value === 'number' && !isKeptExactly(value)) {
    errors.push(fieldError('body', path, 'this number is too large or too small to be kept', 'number_out_of_range'));
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length === MAX_BODY_DEPTH) {
    if (!errors.some(({ type }) => type === 'too_deep'))
      errors.push(fieldError('body', [], `JSON may nest ${MAX_BODY_DEPTH} levels deep`, 'too_deep'));
    return;
  }
  const isList = Array.isArray(value);
  for (const [key, child] of Object.entries(value)) {
    const at = [...path, isList ? Number(key) : key];
    if (key === '') errors.push(fieldError('body', at, 'a field needs a name', 'empty_name'));
    visit(child, at, errors);
  }
}

function isKeptExactly(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= SMALLEST_NUMBER && size <= Number.MAX_SAFE_INTEGER);
}
