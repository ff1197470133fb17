import * as z from 'zod';

/** `-c` carries only text: lists come as `a,b`, records as `a=1,b=2`, numbers and booleans as JSON. */
export function fromCommandLine(value: unknown, schema: z.ZodType): unknown {
  if (typeof value !== 'string') return value;
  const given = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (given instanceof z.ZodArray) return value.split(',').map((part) => part.trim());
  if (given instanceof z.ZodRecord) {
    const entries = value.split(',').map((part) => part.split(/=(.*)/s, 2));
    return Object.fromEntries(entries.map(([key = '', entry = '']) => [key.trim(), parsed(entry.trim())]));
  }
  return parsed(value);
}

function parsed(text: string): unknown {
  return /^(true|false|\d+)$/.test(text) ? JSON.parse(text) : text;
}
