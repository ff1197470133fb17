import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const Headers = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

/** A request of a function, as `recorder.mjs` notes it; without an answer when the invocation ended before it came. */
const Noted = z.object({
  method: z.string(),
  url: z.string(),
  headers: Headers.default({}),
  body: z.base64().default(''),
  error: z.string().optional(),
  answer: z.object({ status: z.int(), headers: Headers, body: z.base64() }).optional(),
});
export type Noted = z.infer<typeof Noted>;

const Take = z.object({
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  /** What the variables of the function hold that name tables and functions. */
  variables: z.record(z.string(), z.string()).default({}),
  event: z.unknown(),
  answer: z.object({ ok: z.boolean(), value: z.unknown(), streamed: z.base64() }),
  requests: z.array(Noted),
});

/** One cold invocation of a function: a tape is made of one that is typical. */
export type Take = z.infer<typeof Take>;

/** @throws for a file that `recorder.mjs` did not write whole */
export async function readTake(file: string): Promise<Take> {
  return Take.parse(JSON.parse(await readFile(file, 'utf8')));
}
