import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Tape } from '../../shared/platform/rehearsal/tape.ts';
import { shapeOf } from './tape-of.ts';

const FOLDER = resolve(import.meta.dirname, '../../infra/bundling/tapes');

const fileOf = (id: string) => join(FOLDER, `${id}.json`);

/** @throws for a function without a tape, with what makes one */
export async function readTape(id: string): Promise<Tape> {
  if (!existsSync(fileOf(id))) throw new Error(`${id} has no tape: record it by npm run tapes`);
  return JSON.parse(await readFile(fileOf(id), 'utf8'));
}

/** Keeps a tape that has the same shape, so that only what changed is new. @returns whether it wrote */
export async function writeTape(id: string, tape: Tape, fresh: boolean): Promise<boolean> {
  await mkdir(FOLDER, { recursive: true });
  if (!fresh && existsSync(fileOf(id)) && shapeOf(await readTape(id)) === shapeOf(tape)) return false;
  await writeFile(fileOf(id), `${JSON.stringify(tape, undefined, 1)}\n`);
  return true;
}

/** Gives functions without a tape an empty one, as none is built without. @returns what takes it away again */
export async function lendTapes(ids: readonly string[]): Promise<() => Promise<void>> {
  const text = JSON.stringify({ at: new Date().toISOString(), event: {}, exchanges: [] });
  const lent = ids.filter((id) => !existsSync(fileOf(id)));
  await mkdir(FOLDER, { recursive: true });
  await Promise.all(lent.map((id) => writeFile(fileOf(id), text)));
  return async () => {
    for (const id of lent) if ((await readFile(fileOf(id), 'utf8')) === text) await rm(fileOf(id));
  };
}

/** Removes the tapes of functions that are no more. */
export async function removeOthers(ids: readonly string[]): Promise<void> {
  const names = new Set(ids.map((id) => `${id}.json`));
  for (const name of await readdir(FOLDER)) if (!names.has(name)) await rm(join(FOLDER, name));
}
