import * as z from 'zod';
import { type Explanation, failed, type GitFailure, isSpent } from '../failures.ts';
import type { GitConnection } from '../git-host.ts';
import { bearer, credentialsOf } from '../http/credentials.ts';
import { GitJson } from '../http/git-json.ts';

/** The APIs of github.com, of GitHub Enterprise Cloud with its own domain, or of an Enterprise Server. */
export interface GitHubApi {
  readonly connection: GitConnection;
  readonly rest: GitJson;
  readonly graphql: GitJson;
}

export function gitHubApi(connection: GitConnection): GitHubApi {
  const roots = rootsOf(connection.baseUrl);
  const headers = headersWith(bearer(credentialsOf(connection.token)));
  return {
    connection,
    rest: new GitJson(connection, { root: roots.rest, headers, explain }),
    graphql: new GitJson(connection, { root: roots.graphql, headers, explain }),
  };
}

export function headersWith(authorization: string): Readonly<Record<string, string>> {
  return {
    accept: 'application/vnd.github.v3+json',
    authorization,
    'user-agent': 'agent-conversation-service',
    'x-github-api-version': '2022-11-28',
  };
}

/** Enterprise Cloud has its own host for the API, an Enterprise Server a path. */
export function rootsOf(baseUrl: string): { readonly rest: string; readonly graphql: string } {
  const { protocol, host } = new URL(baseUrl);
  const api = `${protocol}//api.${host}`;
  if (host === 'github.com' || /^[^.]+\.ghe\.com$/.test(host)) return { rest: api, graphql: api };
  return { rest: `${baseUrl}/api/v3`, graphql: `${baseUrl}/api` };
}

/** A 403 can also mean a rate limit, which sometimes only the message says. Headers name missing scopes. */
async function explain(response: Response): Promise<Explanation | undefined> {
  const { status, headers } = response;
  if (status === 451) return { failure: 'not_found' };
  if (status !== 403 || isSpent(headers)) return undefined;
  const text = await response.text().catch(() => '');
  if (/rate limit/i.test(text)) return { failure: 'rate_limited' };
  return { failure: 'scope_missing', words: missingIn(headers) };
}

function missingIn(headers: Headers): string | undefined {
  if (headers.has('x-github-sso')) return 'its organization asks you to authorize the token for single sign-on';
  const scopes = headers.get('x-accepted-oauth-scopes') ?? headers.get('x-accepted-github-permissions') ?? '';
  return /^[\w:,;= -]{1,200}$/.test(scopes) ? `it needs ${scopes}` : undefined;
}

/** The number of the next page, from the header `Link`. */
export function nextPage(headers: Headers): string | null {
  const links = (headers.get('link') ?? '').split('<');
  return /[?&]page=(\d+)/.exec(links.find((link) => link.includes('rel="next"')) ?? '')?.[1] ?? null;
}

/** The number in a page id, from 1. */
export function pageNumber(pageId: string | null): number {
  return /^[1-9]\d{0,8}$/.test(pageId ?? '') ? Number(pageId) : 1;
}

const GraphqlAnswer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ type: z.string().optional() })).optional(),
});

/** Failures by the `type` of the first error. */
const graphqlFailures: Readonly<Record<string, GitFailure>> = {
  NOT_FOUND: 'not_found',
  FORBIDDEN: 'scope_missing',
  INSUFFICIENT_SCOPES: 'scope_missing',
  RATE_LIMITED: 'rate_limited',
};

/**
 * Sends a GraphQL query. Accepts a response with data, even if it lacks parts that the token cannot access.
 *
 * @throws GitHostError
 */
export async function askGraphql<S extends z.ZodType>(
  { connection, graphql }: GitHubApi,
  shape: S,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<z.output<S>> {
  const { value } = await graphql.post(['graphql'], GraphqlAnswer, { query, variables });
  const parsed = shape.safeParse(value.data);
  if (parsed.success) return parsed.data;
  throw graphqlFailure(connection, value.errors?.[0]);
}

function graphqlFailure(connection: GitConnection, error: { readonly type?: string | undefined } | undefined) {
  if (error === undefined) return failed(connection, 'malformed_answer');
  const failure = graphqlFailures[error.type ?? ''];
  return failure ? failed(connection, failure) : failed(connection, 'failing', 'it did not answer a query');
}
