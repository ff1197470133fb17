import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statesOfRun } from './evidence.ts';

export interface Secret {
  readonly what: string;
  readonly value: string;
}

/** The prefix of every canary. */
export const CANARY = 'canary-';

const SECRETS = 'secrets.jsonl';
const PROCESSES = 'processes.txt';
const FAILURES = 'failures.txt';
const LOG = '.log';

/** A secret that tests send to the service. The scan after the run searches for leaks of it. */
export function canary(what: string): string {
  const value = `${CANARY}${what.replaceAll(/[^a-z0-9]+/gi, '-')}-${randomBytes(12).toString('hex')}`;
  rememberSecret(what, value);
  return value;
}

/** @throws Error for what is no text, for example the key of a sandbox that is paused */
export function rememberSecret(what: string, value: string): void {
  if (typeof value !== 'string') throw new Error(`${what} is ${String(value)}`);
  keep(SECRETS, `${JSON.stringify({ what, value } satisfies Secret)}\n`);
}

export function keepFailure(text: string): void {
  keep(FAILURES, `${text}\n`);
}

export function keepCommand(command: string): void {
  keep(PROCESSES, `${command}\n`);
}

export function keepingLog(): (text: string) => void {
  const file = `${randomUUID()}${LOG}`;
  return (text) => keep(file, text);
}

/** The folder is deleted after the run, so late output is dropped. */
function keep(file: string, text: string): void {
  const { E2E_EVIDENCE: folder } = process.env;
  if (folder !== undefined && existsSync(folder)) appendFileSync(join(folder, file), text);
}

export interface Traces {
  readonly secrets: readonly Secret[];
  readonly texts: ReadonlyMap<string, string>;
  readonly stateDirectories: readonly string[];
}

/** The traces of this run. `undefined` for a remote service. @throws without a run */
export async function tracesOfRun(): Promise<Traces | undefined> {
  const { E2E_EVIDENCE: folder } = process.env;
  const stateDirectories = statesOfRun();
  if (folder === undefined || stateDirectories === undefined) return undefined;
  const files = await readdir(folder);
  const read = (name: string) => (files.includes(name) ? readFile(join(folder, name), 'utf8') : Promise.resolve(''));
  const lines = (await read(SECRETS)).split('\n').filter((line) => line !== '');
  const secrets = new Map(lines.map((line) => JSON.parse(line) as Secret).map((secret) => [secret.value, secret]));
  const names = [...files.filter((name) => name.endsWith(LOG)), FAILURES, PROCESSES];
  const texts = await Promise.all(names.map(async (name) => [name, await read(name)] as const));
  return { secrets: [...secrets.values()], texts: new Map(texts), stateDirectories };
}
