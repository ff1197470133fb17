import type * as z from 'zod';
import { readWithin } from '../../../platform/outbound/read-within.ts';
import { type Explanation, failed, type GitHostError, ifFound, notFound, refusalOf, silenceOf } from '../failures.ts';
import type { GitConnection } from '../git-host.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A trailing slash of a path. */
export const SLASH = Symbol('/');

/** The segments of a path. Each is encoded, so that none can add a slash or a query, or lead up. */
export type Path = readonly (string | typeof SLASH)[];

/** A path that leads nowhere, also with segments after it. No request is made for it. */
export const NOWHERE: Path = [''];

export interface Answer<T> {
  readonly value: T;
  readonly headers: Headers;
}

interface ApiSettings {
  /** The base URL of the API, without a trailing slash. */
  readonly root: string;
  /** Secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Overrides the meaning of a status; undefined keeps it. */
  readonly explain?: (response: Response) => Explanation | undefined | Promise<Explanation | undefined>;
}

/** Enough for 100 of the largest items that providers list. */
const LONGEST_ANSWER_BYTES = 4 * 1024 * 1024;
const LONGEST_FILE_BYTES = 1024 * 1024;
const LONGEST_URL = 4_000;

/** A client for the JSON API of one provider. Each call sends one request and checks the response. */
export class GitJson {
  readonly #connection: GitConnection;
  readonly #api: ApiSettings;

  constructor(connection: GitConnection, api: ApiSettings) {
    this.#connection = connection;
    this.#api = api;
  }

  /** Ignores fields that the schema does not name. */
  async get<T>(path: Path, schema: z.ZodType<T>, query: Query = {}): Promise<Answer<T>> {
    return this.#json(await this.#send(path, query, { method: 'GET' }), schema);
  }

  /** @returns undefined when the provider has nothing there */
  async find<T>(path: Path, schema: z.ZodType<T>, query: Query = {}): Promise<Answer<T> | undefined> {
    return ifFound(() => this.get(path, schema, query));
  }

  async post<T>(path: Path, schema: z.ZodType<T>, body: unknown): Promise<Answer<T>> {
    const headers = { 'content-type': 'application/json' };
    return this.#json(await this.#send(path, {}, { method: 'POST', body: JSON.stringify(body), headers }), schema);
  }

  /** Reads a text file of at most 1 MiB. @returns undefined when it does not exist */
  async findText(path: Path, query: Query = {}, accept = '*/*'): Promise<string | undefined> {
    return ifFound(async () => {
      const response = await this.#send(path, query, { method: 'GET', headers: { accept } });
      return this.#text(response, LONGEST_FILE_BYTES);
    });
  }

  async #send(path: Path, query: Query, init: RequestInit): Promise<Response> {
    const { headers, explain } = this.#api;
    const url = this.#urlOf(path, query);
    let response: Response;
    try {
      const all = { accept: 'application/json', ...headers, ...init.headers };
      response = await this.#connection.fetch(url, { ...init, headers: all });
    } catch (error) {
      throw silenceOf(this.#connection, error);
    }
    const explanation = await explain?.(response);
    if (response.ok && explanation === undefined) return response;
    // Releases the connection. Errors do not matter, as nothing reads the body.
    await response.body?.cancel().catch(() => {});
    throw refusalOf(this.#connection, response, explanation);
  }

  #urlOf(path: Path, query: Query): string {
    const parts = path.filter((part) => part !== SLASH);
    if (!parts.every(isSafe)) throw notFound(this.#connection.provider);
    const end = path.at(-1) === SLASH ? '/' : '';
    const url = new URL(`${this.#api.root}/${parts.map(encodeURIComponent).join('/')}${end}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    if (url.href.length > LONGEST_URL) throw notFound(this.#connection.provider);
    return url.href;
  }

  async #json<T>(response: Response, schema: z.ZodType<T>): Promise<Answer<T>> {
    const text = await this.#text(response, LONGEST_ANSWER_BYTES);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw this.#malformed('it is not JSON');
    }
    const checked = schema.safeParse(body);
    if (checked.success) return { value: checked.data, headers: response.headers };
    const field = checked.error.issues[0]?.path
      .join('.')
      .replace(/[^\w.$-]/g, '')
      .slice(0, 100);
    throw this.#malformed(field ? `the field ${field} is missing or has another type` : 'it has another format');
  }

  async #text(response: Response, limitBytes: number): Promise<string> {
    const tooLong = () => this.#malformed('it is too long');
    const bytes = await readWithin(response.body ?? [], limitBytes, tooLong).catch((error: unknown) => {
      throw silenceOf(this.#connection, error);
    });
    const text = textIn(bytes);
    if (text === undefined) throw this.#malformed('it is not text');
    return text;
  }

  #malformed(words: string): GitHostError {
    return failed(this.#connection, 'malformed_answer', words);
  }
}

/** Clients and servers resolve dots, encoded or not, which would lead to another path of the provider. */
function isSafe(part: string): boolean {
  return part.isWellFormed() && part.split('/').every((piece) => piece !== '' && piece !== '.' && piece !== '..');
}

/** The text of UTF-8 bytes; undefined for binary content. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The names in the path of a file or directory; none for the root. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}
