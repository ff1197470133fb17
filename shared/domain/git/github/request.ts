/** What GitHub answered. */
export interface GitHubAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON is read; anything else is text. */
  readonly data: unknown;
}

/** GitHub refused, or had nothing new. */
export class GitHubRefusal extends Error {
  override readonly name = 'GitHubRefusal';
  readonly response: GitHubAnswer;

  constructor(response: GitHubAnswer) {
    super(`GitHub answered ${response.status}`);
    this.response = response;
  }
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

interface Settings {
  readonly baseUrl: string;
  /** Secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
}

export interface GitHubRequest {
  /**
   * @param path with the names of parameters in braces, each of which is a part of it; all others go into the query
   * @throws GitHubRefusal; what `fetch` throws
   */
  get(path: string, parameters?: Parameters): Promise<GitHubAnswer>;
  /** @throws GitHubRefusal; what `fetch` throws */
  post(url: string, body: object): Promise<GitHubAnswer>;
}

const ACCEPT = 'application/vnd.github.v3+json';

/** Requests to one GitHub. */
export function gitHubRequest({ baseUrl, headers, ...client }: Settings): GitHubRequest {
  const send = async (url: string, init: RequestInit, own: Readonly<Record<string, string>> = {}) =>
    answerOf(await client.fetch(url, { ...init, headers: { accept: ACCEPT, ...headers, ...own } }));
  return {
    get: (path, parameters = {}) => send(`${baseUrl}${addressOf(path, parameters)}`, { method: 'GET' }),
    post: (url, body) =>
      send(url, { method: 'POST', body: JSON.stringify(body) }, { 'content-type': 'application/json; charset=utf-8' }),
  };
}

function addressOf(path: string, parameters: Parameters): string {
  const left = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left.get(name) ?? '');
    left.delete(name);
    return encoded(value);
  });
  const query = [...left].map(([name, value]) => `${name}=${inQuery(name, String(value))}`).join('&');
  return query === '' ? place : `${place}?${query}`;
}

/** Words of a search may be joined by plus signs, which stand for blanks. */
function inQuery(name: string, value: string): string {
  return name === 'q' ? value.split('+').map(encodeURIComponent).join('+') : encodeURIComponent(value);
}

/** So that no part of a path can hold a slash, a query, or what servers treat in a way of their own. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function answerOf(response: Response): Promise<GitHubAnswer> {
  const { status } = response;
  const answer = { status, headers: Object.fromEntries(response.headers), data: await dataOf(response) };
  if (status === 304 || status >= 400) throw new GitHubRefusal(answer);
  return answer;
}

async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  if (!/^application\/(scim\+)?json$/i.test(type.trim())) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    // The shape of the answer then refuses it.
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}
