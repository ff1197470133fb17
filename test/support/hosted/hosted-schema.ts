import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod';

/**
 * Schemas of responses in the hosted product's published document (see `operations.ts`), without descriptions. Those of
 * `agent_settings` accept any object: this service stores settings that it does not know.
 */
const $defs = JSON.parse(readFileSync(join(import.meta.dirname, 'schemas.json'), 'utf8'));

/** Fails unless a response has the form that clients of the hosted product expect. */
export function expectHosted(name: string, response: unknown): void {
  expect(Object.keys($defs)).toContain(name);
  const schema = z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs });
  expect(schema.safeParse(response).error?.issues ?? []).toEqual([]);
}
