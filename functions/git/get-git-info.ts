import { getGitInfo as endpoint } from '../../shared/contract/git.ts';
import { gitUserOf } from '../../shared/domain/git/git-user.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const getGitInfo = implement(endpoint, async ({ caller }) => gitUserOf(caller.ownerId));

export const handler = serve(getGitInfo, () => ({}));
