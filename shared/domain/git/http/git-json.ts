import type * as z from 'zod';
import type { GitConnection } from '../git-host.ts';
import { type Meaning, malformed, notFound, orNothing, refusalOf, silenceOf } from './git-failures.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A slash at the end of a path. */
export const SLASH = Symbol('/');

/** The parts of a path: each is encoded, so that none can hold a slash, a query or a way up. */
export type Path = readonly (string | typeof SLASH)[];

/** Where nothing lies, whatever is put behind it: it is not asked for. */
export const NOWHERE: Path = [''];

export interface Answer<T> {
  readonly value: T;
  readonly headers: Headers;
}

interface ApiSettings {
  /** Where the provider's interface for programs begins, without a trailing slash. */
  readonly root: string;
  /** Secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly meaning?: Meaning;
}

/** Enough for 100 of the longest things that providers list. */
const LONGEST_ANSWER_BYTES = 4 * 1024 * 1024;
const LONGEST_FILE_BYTES = 1024 * 1024;
const LONGEST_ADDRESS = 4_000;

/** Asks one provider for JSON: one request for each call, with its answer checked. @throws GitHostError */
export class GitJson {
  readonly #connection: GitConnection;
  readonly #api: ApiSettings;

  constructor(connection: GitConnection, api: ApiSettings) {
    this.#connection = connection;
    this.#api = api;
  }

  /** Fields that the schema does not name are ignored. */
  async get<T>(path: Path, schema: z.ZodType<T>, query: Query = {}): Promise<Answer<T>> {
    return this.#json(await this.#send(path, query, { method: 'GET' }), schema);
  }

  /** @returns undefined when the provider has nothing there */
  async find<T>(path: Path, schema: z.ZodType<T>, query: Query = {}): Promise<Answer<T> | undefined> {
    return orNothing(() => this.get(path, schema, query));
  }

  async post<T>(path: Path, schema: z.ZodType<T>, body: unknown, query: Query = {}): Promise<Answer<T>> {
    const headers = { 'content-type': 'application/json' };
    return this.#json(await this.#send(path, query, { method: 'POST', body: JSON.stringify(body), headers }), schema);
  }

  /** A file, of 1 MiB at most. @returns undefined when there is none */
  async findText(path: Path, query: Query = {}, accept = '*/*'): Promise<string | undefined> {
    return orNothing(async () => {
      const response = await this.#send(path, query, { method: 'GET', headers: { accept } });
      return this.#text(response, LONGEST_FILE_BYTES);
    });
  }

  async #send(path: Path, query: Query, init: RequestInit): Promise<Response> {
    const { connection, api } = { connection: this.#connection, api: this.#api };
    const address = this.#addressOf(path, query);
    const headers = { accept: 'application/json', ...api.headers, ...init.headers };
    let response: Response;
    try {
      response = await connection.fetch(address, { ...init, headers });
    } catch (error) {
      throw silenceOf(connection, error);
    }
    if (response.ok && api.meaning?.(response) === undefined) return response;
    // A body that stays unread keeps its connection, and how it ends is no news.
    await response.body?.cancel().catch(() => {});
    throw refusalOf(connection, response, api.meaning);
  }

  #addressOf(path: Path, query: Query): string {
    const parts = path.filter((part) => part !== SLASH);
    if (!parts.every(isSafe)) throw notFound(this.#connection.provider);
    const end = path.at(-1) === SLASH ? '/' : '';
    const url = new URL(`${this.#api.root}/${parts.map(encodeURIComponent).join('/')}${end}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    if (url.href.length > LONGEST_ADDRESS) throw notFound(this.#connection.provider);
    return url.href;
  }

  async #json<T>(response: Response, schema: z.ZodType<T>): Promise<Answer<T>> {
    const text = await this.#text(response, LONGEST_ANSWER_BYTES);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw malformed(this.#connection, 'it is no JSON');
    }
    const checked = schema.safeParse(body);
    if (checked.success) return { value: checked.data, headers: response.headers };
    const field = checked.error.issues[0]?.path
      .join('.')
      .replace(/[^\w.$-]/g, '')
      .slice(0, 100);
    throw malformed(
      this.#connection,
      field ? `the field ${field} is missing or of another type` : 'it has another form',
    );
  }

  async #text(response: Response, limitBytes: number): Promise<string> {
    try {
      return await boundedText(response, limitBytes);
    } catch (error) {
      if (error instanceof TooLongError) throw malformed(this.#connection, 'it is too long');
      if (error instanceof NoTextError) throw malformed(this.#connection, 'it is no text');
      throw silenceOf(this.#connection, error);
    }
  }
}

/** Dots are resolved by clients and servers, encoded or not: they would lead to another path of the provider. */
function isSafe(part: string): boolean {
  return part.isWellFormed() && part.split('/').every((piece) => piece !== '' && piece !== '.' && piece !== '..');
}

/** A body that is longer than the reader takes. */
class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** A body that is no text. */
class NoTextError extends Error {
  override readonly name = 'NoTextError';
}

/** Reads a body as UTF-8, and no further than the limit. @throws TooLongError, NoTextError */
async function boundedText(response: Response, limitBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  // Leaving the loop by an error cancels the body, and with it the transfer.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) throw new TooLongError(`more than ${limitBytes} bytes`);
    text += decoded(() => decoder.decode(chunk, { stream: true }));
  }
  text += decoded(() => decoder.decode());
  if (text.includes('\0')) throw new NoTextError('a NUL byte');
  return text;
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new NoTextError('bytes that are no UTF-8');
  }
}

/** The names that lead to a file or directory; none for the root, however it is written. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}
