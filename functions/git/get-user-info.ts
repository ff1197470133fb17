import { getUserInfo as endpoint } from '../../shared/contract/git/git.ts';
import type { GitDeps } from '../../shared/domain/git/owner-hosts.ts';
import { gitUserOf } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const getUserInfo = implement(endpoint, ({ caller }, deps: GitDeps) => gitUserOf(caller.ownerId, null, deps));

export const handler = serve(getUserInfo, gitDeps);
