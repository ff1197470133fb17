import * as z from 'zod';
import type { GitFailure, GitHostError } from '../failures.ts';
import { ask, failed, type GitHubApi } from './api.ts';

const Answer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ type: z.string().optional() })).optional(),
});

/** By the `type` of the first error. */
const failures: Readonly<Record<string, GitFailure>> = {
  NOT_FOUND: 'not_found',
  FORBIDDEN: 'scope_missing',
  INSUFFICIENT_SCOPES: 'scope_missing',
  RATE_LIMITED: 'rate_limited',
};

/**
 * Asks one query. An answer with data counts, also where GitHub left out parts that the token may not see.
 *
 * @throws GitHostError
 */
export async function askGraphql<S extends z.ZodType>(
  api: GitHubApi,
  shape: S,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<z.output<S>> {
  const asking = api.request.post(api.graphqlUrl, { query, variables });
  const { data: answer } = await ask(api, Answer, asking);
  const parsed = shape.safeParse(answer.data);
  if (parsed.success) return parsed.data;
  throw failureOf(api, answer.errors?.[0]);
}

function failureOf(api: GitHubApi, error: { readonly type?: string | undefined } | undefined): GitHostError {
  if (error === undefined) return failed(api, 'malformed_answer');
  const failure = failures[error.type ?? ''];
  return failure ? failed(api, failure) : failed(api, 'failing', 'it did not answer a query');
}
