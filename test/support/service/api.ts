import { keepFailure } from './secrets-of-run.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read answers as their clients do, by their fields
  readonly body: any;
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Options {
  readonly query?: Query;
  /** Strings and bytes are sent unchanged, other values as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Redirects are followed by default. */
  readonly redirect?: 'follow' | 'manual';
}

export class Api {
  readonly baseUrl: string;
  private readonly credentials: Readonly<Record<string, string>>;

  constructor(baseUrl: string, credentials: Readonly<Record<string, string>> = {}) {
    this.baseUrl = baseUrl;
    this.credentials = credentials;
  }

  static withKey(baseUrl: string, apiKey: string): Api {
    return new Api(baseUrl, { 'X-Session-API-Key': apiKey });
  }

  static withBearer(baseUrl: string, apiKey: string): Api {
    return new Api(baseUrl, { Authorization: `Bearer ${apiKey}` });
  }

  get(path: string, query: Query = {}): Promise<Answer> {
    return this.send('GET', path, { query });
  }

  post(path: string, body?: unknown, query: Query = {}): Promise<Answer> {
    return this.send('POST', path, { body, query });
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  async send(
    method: string,
    path: string,
    { query = {}, body, headers = {}, redirect = 'follow' }: Options = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}${queryText(query)}`, {
      method,
      redirect,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...this.credentials,
        ...headers,
      },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) keepFailure(text);
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body);
}

function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
