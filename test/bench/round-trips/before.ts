import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Before = z.object({
  commit: z.string(),
  /** How the calls were counted. */
  command: z.string(),
  /** Calls in sequence, by function. */
  steps: z.record(z.string(), z.int()),
});

/** How many calls in sequence functions made before. */
export function readBefore(): ReadonlyMap<string, number> {
  const text = readFileSync(join(import.meta.dirname, 'before.json'), 'utf8');
  return new Map(Object.entries(Before.parse(JSON.parse(text)).steps));
}
