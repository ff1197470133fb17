import extract from './limits.json' with { type: 'json' };

/**
 * Minimum and maximum of a number, of a text's characters, of a blob's bytes or of a list's length; pattern of a text.
 */
export interface Limit {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

export type Limits = Readonly<Record<string, Limit>>;

/** The operations with known limits, by the name of the service in the namespaces of its schemas. */
export const limitedOperations: Readonly<Record<string, readonly string[]>> = extract.operations;

const limits: Readonly<Record<string, Limits>> = extract.limits;

/** The clients of the SDK have no limits. These come from a dated extract that `npm run aws-limits` makes. */
export function limitsOf(service: string): Limits {
  return limits[service] ?? {};
}

/** A text has between half its code units and all of them as characters. They are counted only when that decides. */
function charactersOf(text: string, min: number, max: number): number {
  const isClear = text.length <= max && text.length / 2 >= min;
  return isClear ? text.length : [...text].length;
}

const patterns = new Map<string, RegExp>();

/** What is wrong with a text, a number or a size. Never names the value, which may be a secret. */
export function limitProblem({ min = 0, max = Infinity, pattern }: Limit, value: number | string): string | undefined {
  const size = typeof value === 'string' ? charactersOf(value, min, max) : value;
  const unit = typeof value === 'string' ? 'characters' : 'as number or size';
  if (size < min || size > max) return `has ${size} ${unit}, not ${min} to ${max}`;
  if (typeof value === 'string' && pattern !== undefined && !expression(pattern).test(value)) {
    return `does not have the form ${pattern}`;
  }
  return undefined;
}

/** A pattern matches the whole text. Only patterns with Unicode classes are strict about escapes. */
export function expression(pattern: string): RegExp {
  const made = patterns.get(pattern) ?? new RegExp(`^(?:${pattern})$`, pattern.includes('\\p{') ? 'u' : '');
  patterns.set(pattern, made);
  return made;
}
