/** An event pattern of EventBridge, which Lambda uses for the filters of event source mappings too. */
export type EventMatcher = (event: unknown) => boolean;

/** A pattern holds something that the local cloud does not know; to run on would be to deliver the wrong events. */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError';
}

type Fields = Readonly<Record<string, unknown>>;

/** `present` is false when the event has no such field. */
type ValueMatcher = (value: unknown, present: boolean) => boolean;

/** @throws UnsupportedPatternError for a comparison that is not known. */
export function parsePattern(pattern: unknown): EventMatcher {
  const match = parseFields(fields(pattern, 'the pattern'));
  return (event) => match([event]);
}

type Match = (candidates: readonly unknown[]) => boolean;

/** Every field has to match; `$or` needs one of its alternatives. An array in the event is looked into: one of its elements has to match. */
function parseFields(pattern: Fields): Match {
  const matches = Object.entries(pattern).map(([name, wanted]) =>
    name === '$or' && Array.isArray(wanted) ? parseAlternatives(wanted) : parseField(name, wanted),
  );
  return (candidates) => matches.every((match) => match(candidates));
}

function parseAlternatives(alternatives: readonly unknown[]): Match {
  const matches = alternatives.map((alternative) => parseFields(fields(alternative, '$or')));
  return (candidates) => matches.some((match) => match(candidates));
}

function parseField(name: string, wanted: unknown): Match {
  if (!Array.isArray(wanted)) {
    const nested = parseFields(fields(wanted, name));
    return (candidates) => nested(valuesAt(candidates, name));
  }
  const matchers = wanted.map(parseValue);
  return (candidates) => {
    const values = valuesAt(candidates, name);
    return values.length === 0
      ? matchers.some((matches) => matches(undefined, false))
      : values.some((value) => matchers.some((matches) => matches(value, true)));
  };
}

function valuesAt(candidates: readonly unknown[], name: string): readonly unknown[] {
  return candidates.flatMap((candidate) => {
    if (typeof candidate !== 'object' || candidate === null || !Object.hasOwn(candidate, name)) return [];
    const value = (candidate as Fields)[name];
    return Array.isArray(value) ? value : [value];
  });
}

function parseValue(wanted: unknown): ValueMatcher {
  if (typeof wanted !== 'object' || wanted === null) return (value, present) => present && value === wanted;
  const [[operator, operand] = ['', undefined], ...others] = Object.entries(wanted);
  if (others.length > 0) throw new UnsupportedPatternError(`the comparison ${JSON.stringify(wanted)}`);
  return parseComparison(operator, operand);
}

function parseComparison(operator: string, operand: unknown): ValueMatcher {
  switch (operator) {
    case 'exists':
      return (_value, present) => present === operand;
    case 'anything-but':
      return parseAnythingBut(operand);
    case 'numeric':
      return parseNumeric(operand);
    default: {
      const matches = parseTextComparison(operator, operand);
      return (value, present) => present && typeof value === 'string' && matches(value);
    }
  }
}

function parseTextComparison(operator: string, operand: unknown): (text: string) => boolean {
  if (operator === 'prefix' || operator === 'suffix') return parseAffix(operator, operand);
  if (typeof operand !== 'string') throw new UnsupportedPatternError(`${operator} with ${JSON.stringify(operand)}`);
  switch (operator) {
    case 'equals-ignore-case':
      return (text) => text.toLowerCase() === operand.toLowerCase();
    case 'wildcard': {
      const parts = operand.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const expression = new RegExp(`^${parts.join('.*')}$`, 's');
      return (text) => expression.test(text);
    }
    default:
      throw new UnsupportedPatternError(`the comparison ${operator}`);
  }
}

function parseAffix(operator: 'prefix' | 'suffix', operand: unknown): (text: string) => boolean {
  const method = operator === 'prefix' ? 'startsWith' : 'endsWith';
  if (typeof operand === 'string') return (text) => text[method](operand);
  const folded = fields(operand, operator)['equals-ignore-case'];
  if (typeof folded !== 'string') throw new UnsupportedPatternError(`${operator} with ${JSON.stringify(operand)}`);
  return (text) => text.toLowerCase()[method](folded.toLowerCase());
}

/** A value, a list of values, or one text comparison with a text or a list of texts; the field has to be there. */
function parseAnythingBut(operand: unknown): ValueMatcher {
  const excluded = Array.isArray(operand) ? operand : [operand];
  const matchers = excluded.flatMap((value): readonly ValueMatcher[] => {
    if (typeof value !== 'object' || value === null) return [parseValue(value)];
    return Object.entries(value).flatMap(([operator, inner]) =>
      (Array.isArray(inner) ? inner : [inner]).map((text) => parseComparison(operator, text)),
    );
  });
  return (value, present) => present && !matchers.some((matches) => matches(value, true));
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '=': (value, limit) => value === limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};

/** Pairs of operator and number, such as `[">", 0, "<=", 5]`, all of which have to hold. */
function parseNumeric(operand: unknown): ValueMatcher {
  const parts = Array.isArray(operand) ? operand : [];
  const tests = Array.from({ length: parts.length / 2 }, (_, index) => {
    const compare = comparisons[String(parts[index * 2])];
    const limit: unknown = parts[index * 2 + 1];
    if (!compare || typeof limit !== 'number')
      throw new UnsupportedPatternError(`numeric with ${JSON.stringify(operand)}`);
    return (value: number) => compare(value, limit);
  });
  if (tests.length === 0) throw new UnsupportedPatternError(`numeric with ${JSON.stringify(operand)}`);
  return (value, present) => present && typeof value === 'number' && tests.every((holds) => holds(value));
}

function fields(value: unknown, where: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new UnsupportedPatternError(`${JSON.stringify(value)} at ${where}`);
}
