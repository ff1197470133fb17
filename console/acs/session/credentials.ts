import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configFolder } from '../environment.ts';
import { Failure } from '../output/failure.ts';

/** The API keys that `acs login` stored, by the URL of their service. */
export interface Credentials {
  /** The service of the last sign-in, the default of every command. */
  readonly current: string | null;
  readonly services: Readonly<Record<string, StoredService>>;
}

/** What is stored for one service. Never a token of the identity provider: that would open more than this service. */
export interface StoredService {
  /** The key for the owner that is in use. */
  readonly api_key: string;
  /** The owner that is in use, if a person signed in. */
  readonly owner?: string;
  /** The ID of this person. */
  readonly person?: string;
  /** The keys for other owners of the person. */
  readonly others?: Readonly<Record<string, string>>;
  /** The owners that the person belonged to at the last sign-in. */
  readonly memberships?: readonly string[];
}

export const credentialsFile = (): string => join(configFolder(), 'credentials.json');

const NONE: Credentials = { current: null, services: {} };

/** @throws Failure when the file cannot be read or is damaged */
export async function readCredentials(): Promise<Credentials> {
  const file = credentialsFile();
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isCredentials(read)) return read;
  } catch (error) {
    if (isMissing(error)) return NONE;
    if (!(error instanceof SyntaxError)) throw new Failure(`Cannot read ${file}: ${(error as Error).message}`);
  }
  throw new Failure(`${file} is damaged.`, 'Delete it and sign in again: acs login');
}

/** Writes atomically: a crash leaves the old file or the new one. Only this user can read it. */
export async function writeCredentials(credentials: Credentials): Promise<void> {
  const file = credentialsFile();
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(configFolder(), { recursive: true, mode: 0o700 });
    await chmod(configFolder(), 0o700);
    await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Failure(`Cannot store the credentials in ${file}: ${(error as Error).message}`);
  }
}

/** A warning when other users of the machine can read the file; undefined otherwise. */
export async function exposure(): Promise<string | undefined> {
  const file = credentialsFile();
  try {
    const { mode } = await stat(file);
    return (mode & 0o077) === 0 ? undefined : `Other users can read ${file}. Run: chmod 600 ${file}`;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isCredentials(read: unknown): read is Credentials {
  if (typeof read !== 'object' || read === null || !('services' in read) || !('current' in read)) return false;
  const { services, current } = read;
  if (typeof services !== 'object' || services === null) return false;
  const entries: readonly unknown[] = Object.values(services);
  return entries.every(isStoredService) && (current === null || typeof current === 'string');
}

function isStoredService(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('api_key' in entry)) return false;
  const fields = entry as Partial<Record<keyof StoredService, unknown>>;
  const { api_key: key, owner, person, others = {}, memberships = [] } = fields;
  return (
    [key, owner ?? '', person ?? '', ...Object.values(Object(others))].every((text) => typeof text === 'string') &&
    Array.isArray(memberships) &&
    memberships.every((name) => typeof name === 'string')
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
