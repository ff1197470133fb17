import { getUserInfo as endpoint } from '../../shared/contract/git.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { gitUserOf } from '../../shared/web-clients/git-user.ts';

export const getUserInfo = implement(endpoint, async ({ caller }) => gitUserOf(caller.ownerId));

export const handler = serve(getUserInfo, () => ({}));
