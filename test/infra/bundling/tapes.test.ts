import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { codedEndpoints } from '../../../shared/contract/index.ts';
import { workers } from '../../../shared/contract/workers.ts';
import { ASKED_LENGTH } from '../../../shared/platform/rehearsal/tape.ts';

const folder = resolve(import.meta.dirname, '../../../infra/bundling/tapes');

const Tape = z.strictObject({
  at: z.iso.datetime(),
  event: z.record(z.string(), z.unknown()),
  exchanges: z.array(
    z.strictObject({
      call: z.string().min(1),
      asked: z.string().max(ASKED_LENGTH).optional(),
      status: z.int(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      isBase64: z.literal(true).optional(),
    }),
  ),
});

/** Each is read at every cold start of its function. */
const MAX_BYTES = 120_000;

/** What a path of the machine that recorded it would begin with: sandboxes have their own `/workspace`. */
const MACHINE_PATH = /\/(tmp|home|root|Users|var\/folders)\//;

const texts = new Map(
  globSync('*.json', { cwd: folder }).map((name) => [
    name.replace(/\.json$/, ''),
    readFileSync(join(folder, name), 'utf8'),
  ]),
);

describe('the tapes that functions play in INIT', () => {
  it('are those of every function, and of no other', () => {
    const ids = [...codedEndpoints, ...workers].map(({ id }) => id);

    expect([...texts.keys()].toSorted()).toEqual(ids.toSorted());
  });

  it.each([...texts])('%s is whole, small, and of no machine', (_, text) => {
    expect(Tape.safeParse(JSON.parse(text)).error).toBeUndefined();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
    expect(text).not.toMatch(MACHINE_PATH);
  });
});
