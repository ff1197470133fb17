import type { Activity } from '../base/activity.ts';
import { pathInWorkspace } from '../files/file-paths.ts';
import { changesIn, diffOf, GitError } from '../git/repository.ts';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { PATH_IN_ADDRESS, queryOf, queryWithPath } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Session } from './session.ts';

type Ask<T> = (path: string, ref: string | undefined, workspace: string) => Promise<T>;

/** Changes and diffs of the files of a sandbox. */
export function gitRoutes(lifecycle: Lifecycle, activity: Activity, session: Session): AgentApp {
  const read = async <T>(query: URLSearchParams, ask: Ask<T>) => {
    activity.touch();
    const asked = query.get('path');
    if (asked === null) throw unprocessable([{ type: 'missing', loc: ['query', 'path'], msg: 'Field required' }]);
    const { workspace } = lifecycle.settings;
    const real = pathInWorkspace(workspace, asked);
    return await orBadRequest(() => ask(real, query.get('ref') || undefined, workspace));
  };
  return newAgentApp()
    .get('/api/git/changes', session, async (c) => c.json(await read(queryOf(c), changesIn)))
    .get('/api/git/diff', session, async (c) => c.json(await read(queryOf(c), diffOf)))
    .get(`/api/git/changes${PATH_IN_ADDRESS}`, session, async (c) => c.json(await read(queryWithPath(c), changesIn)))
    .get(`/api/git/diff${PATH_IN_ADDRESS}`, session, async (c) => c.json(await read(queryWithPath(c), diffOf)));
}

async function orBadRequest<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GitError) throw new HttpError(400, error.message);
    throw error;
  }
}
