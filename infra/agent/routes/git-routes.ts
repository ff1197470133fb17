import type { Activity } from '../base/activity.ts';
import { changesIn } from '../git/changes.ts';
import { diffOf } from '../git/diff.ts';
import { GitError } from '../git/run-git.ts';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { queryOf } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { workspacePath } from '../settings/settings.ts';
import type { Session } from './session.ts';

/** What git knows of the files of a sandbox. */
export function gitRoutes(lifecycle: Lifecycle, activity: Activity, session: Session): AgentApp {
  const read = async <T>(query: URLSearchParams, ask: (path: string, ref: string | undefined) => Promise<T>) => {
    activity.touch();
    const asked = query.get('path');
    if (asked === null) throw unprocessable([{ type: 'missing', loc: ['query', 'path'], msg: 'Field required' }]);
    const real = workspacePath(lifecycle.settings.workspace, asked);
    return await orBadRequest(() => ask(real, query.get('ref') || undefined));
  };
  return newAgentApp()
    .get('/api/git/changes', session, async (c) => c.json(await read(queryOf(c), changesIn)))
    .get('/api/git/diff', session, async (c) => c.json(await read(queryOf(c), diffOf)));
}

async function orBadRequest<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GitError) throw new HttpError(400, error.message);
    throw error;
  }
}
