import type * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Messages about invalid fields. The schema's own messages have priority. */
export function plainMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return issue.path?.length ? `Enter ${fieldOf(issue)}.` : 'Send a body.';
      return `Must be ${types[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ?? 'Must have the documented format.';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${JSON.stringify(issue.values[0])}.`
        : `Must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return 'Unknown field. Remove it.';
    case 'invalid_union':
      return 'Must have one of the documented forms.';
    case 'invalid_key':
    case 'invalid_element':
      return 'Has a name or a value that is not allowed.';
    default:
      return undefined;
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Must be an email address.',
  url: 'Must be an http or https URL with a valid host.',
  uuid: 'Must be a UUID.',
  datetime: 'Must be an ISO 8601 date and time, such as 2026-01-31T12:00:00Z.',
  date: 'Must be an ISO 8601 date, such as 2026-01-31.',
};

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): string {
  const { origin, minimum, inclusive = true } = issue;
  switch (origin) {
    case 'string':
      if (minimum === 1) return `Enter ${fieldOf(issue)}.`;
      return `Use at least ${counted(minimum, 'character')}.`;
    case 'array':
    case 'set':
      return `Send at least ${counted(minimum, 'item')}.`;
    default:
      return inclusive ? `Must be ${minimum} or greater.` : `Must be greater than ${minimum}.`;
  }
}

function tooBig({ origin, maximum, inclusive = true }: Extract<Issue, { code: 'too_big' }>): string {
  switch (origin) {
    case 'string':
      return `Use at most ${counted(maximum, 'character')}.`;
    case 'array':
    case 'set':
      return `Send at most ${counted(maximum, 'item')}.`;
    default:
      return inclusive ? `Must be ${maximum} or less.` : `Must be less than ${maximum}.`;
  }
}

function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

/** Words in capitals. */
const INITIALS = /^(api|id|ids|llm|mcp|url|acp|pr)$/;

/** The name of a field as a noun with its article: "a title", "an API key". */
function fieldOf({ path = [] }: Issue): string {
  const name = path.at(-1);
  if (typeof name !== 'string') return 'a value';
  const words = name.split('_').filter((word) => word !== '');
  const text = words.map((word) => (INITIALS.test(word) ? word.toUpperCase().replace(/IDS$/, 'IDs') : word)).join(' ');
  if (text === '') return 'a value';
  if (/[^s]s$/i.test(text) && !/(status|address)$/.test(text)) return text;
  return `${/^(?:[aeio]|u(?!ser|rl)|LLM|MCP)/i.test(text) ? 'an' : 'a'} ${text}`;
}
