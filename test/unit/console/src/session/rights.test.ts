import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { noteRefusal } from '../../../../../console/src/session/rights.ts';
import { ApiProblem, type ProblemBody } from '../../../../../shared/client/api-problem.ts';

const KEY = ['current-key'];

/** Whether the rights are read again after an error of a session that knows these scopes. */
function readsAgain(scopes: readonly string[] | undefined, error: unknown): boolean {
  const queries = new QueryClient();
  if (scopes) queries.setQueryData(KEY, { scopes });
  noteRefusal(queries, error);
  return queries.getQueryState(KEY)?.isInvalidated === true;
}

function refused(required_scope?: ProblemBody['required_scope']): ApiProblem {
  const problem = { detail: 'No.', code: 'insufficient_scope', required_scope } as ProblemBody;
  return new ApiProblem(new Response(null, { status: 403 }), problem);
}

describe('the rights of a session are read again', () => {
  it('after a refusal of what they allowed', () => {
    expect(readsAgain(['keys:read'], refused('keys:read'))).toBe(true);
    expect(readsAgain(['admin'], refused('keys:read'))).toBe(true);
  });

  it('not after a refusal that they foretold, or an error of another kind', () => {
    expect(readsAgain(['keys:read'], refused('keys:write'))).toBe(false);
    expect(readsAgain(['keys:read'], refused())).toBe(false);
    expect(readsAgain(['keys:read'], new Error('offline'))).toBe(false);
    expect(readsAgain(undefined, refused('keys:read'))).toBe(false);
  });
});
