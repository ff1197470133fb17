import type * as z from 'zod';
import { type GitFailure, type GitHostError, gitHostError, outboundFailure } from '../failures.ts';
import type { GitConnection } from '../git-host.ts';

/** The API of one GitHub: github.com, GitHub Enterprise Cloud with its own domain, or an Enterprise Server. */
export interface GitHubApi {
  /** As people write it, for sentences. */
  readonly host: string;
  readonly connection: GitConnection;
  readonly request: GitHubRequest;
  readonly graphqlUrl: string;
}

export function gitHubApi(connection: GitConnection): GitHubApi {
  const { baseUrl, graphqlUrl } = addressesOf(new URL(connection.baseUrl));
  // A token may bring the name of its user, as git takes it.
  const token = connection.token.replace(/^[^:]*:/, '');
  const headers = {
    authorization: `Bearer ${token}`,
    'user-agent': 'agent-conversation-service',
    'x-github-api-version': '2022-11-28',
  };
  return {
    host: new URL(connection.baseUrl).host,
    connection,
    request: gitHubRequest({ baseUrl, headers, fetch: connection.fetch }),
    graphqlUrl,
  };
}

/** Enterprise Cloud has its API beside its pages, an Enterprise Server below them. */
function addressesOf({ origin, protocol, host }: URL): { baseUrl: string; graphqlUrl: string } {
  if (host === 'github.com' || /^[^.]+\.ghe\.com$/.test(host)) {
    const baseUrl = `${protocol}//api.${host}`;
    return { baseUrl, graphqlUrl: `${baseUrl}/graphql` };
  }
  return { baseUrl: `${origin}/api/v3`, graphqlUrl: `${origin}/api/graphql` };
}

/** What the provider answered, in this shape. @throws GitHostError */
export async function ask<S extends z.ZodType>(
  api: GitHubApi,
  shape: S,
  asking: Promise<GitHubAnswer>,
): Promise<{ readonly data: z.output<S>; readonly next: string | null }> {
  const { data, headers } = await asking.catch((error: unknown) => {
    throw failureOf(error, api);
  });
  const parsed = shape.safeParse(data);
  if (!parsed.success) throw failed(api, 'malformed_answer');
  return { data: parsed.data, next: nextPage(headers.link) };
}

/** As `ask`, without an answer where there is no such thing. @throws GitHostError */
export async function find<S extends z.ZodType>(
  api: GitHubApi,
  shape: S,
  asking: Promise<GitHubAnswer>,
): Promise<z.output<S> | undefined> {
  try {
    return (await ask(api, shape, asking)).data;
  } catch (error) {
    if (isFailure(error, 'not_found')) return undefined;
    throw error;
  }
}

export function failed(api: GitHubApi, failure: GitFailure, words?: string): GitHostError {
  return gitHostError('github', failure, { host: api.host, ...(words === undefined ? {} : { words }) });
}

function isFailure(error: unknown, failure: GitFailure): boolean {
  return error instanceof Error && 'failure' in error && error.failure === failure;
}

/** The number of the page after this one, by the answer's `Link`. */
function nextPage(link: string | number | undefined): string | null {
  return /<[^>]*[?&]page=(\d+)[^>]*>;\s*rel="next"/.exec(String(link ?? ''))?.[1] ?? null;
}

/** With the status that the provider answered, or with the reason why it answered nothing. */
function failureOf(error: unknown, api: GitHubApi): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof GitHubRefusal) return refusalOf(error.response, api);
  return outboundFailure('github', api.host, error) ?? error;
}

function refusalOf({ status, headers, data }: GitHubAnswer, api: GitHubApi): GitHostError {
  const { host } = api;
  const message = typeof data === 'object' && data !== null && 'message' in data ? String(data.message) : '';
  if (status === 429 || (status === 403 && isRateLimit(headers, message))) {
    return gitHostError('github', 'rate_limited', { host, retryAfterSeconds: secondsToWait(headers) });
  }
  if (status === 401) return failed(api, 'token_refused');
  if (status === 403) return failed(api, 'scope_missing', neededBy(headers));
  if (status === 404 || status === 410 || status === 451) return failed(api, 'not_found');
  if (status >= 500) return failed(api, 'failing', `it answered ${status}`);
  return failed(api, 'malformed_answer', `it answered ${status}`);
}

function isRateLimit(headers: GitHubAnswer['headers'], message: string): boolean {
  return (
    headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(message)
  );
}

/** Limits end at a time of the provider's clock, which its answer tells too. */
function secondsToWait(headers: GitHubAnswer['headers']): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if (Number.isSafeInteger(seconds) && seconds >= 0) return Math.max(1, seconds);
  const left = Number(headers['x-ratelimit-reset'] ?? Number.NaN) - Date.parse(String(headers.date)) / 1000;
  return Number.isFinite(left) ? Math.max(1, Math.ceil(left)) : undefined;
}

/** What a token lacks, where the provider says it. */
function neededBy(headers: GitHubAnswer['headers']): string | undefined {
  if (headers['x-github-sso'] !== undefined)
    return 'its organization asks you to authorize the token for single sign-on';
  const scopes = String(headers['x-accepted-oauth-scopes'] ?? headers['x-accepted-github-permissions'] ?? '');
  return /^[\w:,;= -]{1,200}$/.test(scopes) ? `it needs ${scopes}` : undefined;
}

/** What GitHub answered. */
interface GitHubAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON is read; anything else is text. */
  readonly data: unknown;
}

/** GitHub refused, or had nothing new. */
class GitHubRefusal extends Error {
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

interface GitHubRequest {
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
function gitHubRequest({ baseUrl, headers, ...client }: Settings): GitHubRequest {
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
