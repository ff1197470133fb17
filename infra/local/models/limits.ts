import extract from './limits.json' with { type: 'json' };

/** Least and most of a number, of a text's characters, of a blob's bytes or of a list's parts; a whole text's form. */
export interface Limit {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

export type Limits = Readonly<Record<string, Limit>>;

/** The operations whose limits are known here, by the service's name in the namespaces of its schemas. */
export const limitedOperations: Readonly<Record<string, readonly string[]>> = extract.operations;

const limits: Readonly<Record<string, Limits>> = extract.limits;

/** The SDK's clients carry no limits: they come from a dated extract, which `npm run aws-limits` makes. */
export function limitsOf(service: string): Limits {
  return limits[service] ?? {};
}

/** Between half of its code units and all of them; counted only where that decides. */
function charactersOf(text: string, min: number, max: number): number {
  const isClear = text.length <= max && text.length / 2 >= min;
  return isClear ? text.length : [...text].length;
}

const patterns = new Map<string, RegExp>();

/** What is wrong with a text, a number or the size of something; never the value, which may be a secret. */
export function limitProblem({ min = 0, max = Infinity, pattern }: Limit, value: number | string): string | undefined {
  const size = typeof value === 'string' ? charactersOf(value, min, max) : value;
  const unit = typeof value === 'string' ? 'characters' : 'as number or size';
  if (size < min || size > max) return `has ${size} ${unit}, not ${min} to ${max}`;
  if (typeof value === 'string' && pattern !== undefined && !expression(pattern).test(value)) {
    return `does not have the form ${pattern}`;
  }
  return undefined;
}

/** A pattern of a model is about the whole text. Only those with classes of Unicode are strict about escapes. */
export function expression(pattern: string): RegExp {
  const made = patterns.get(pattern) ?? new RegExp(`^(?:${pattern})$`, pattern.includes('\\p{') ? 'u' : '');
  patterns.set(pattern, made);
  return made;
}
