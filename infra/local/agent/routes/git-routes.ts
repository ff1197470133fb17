import type { Activity } from '../activity.ts';
import { changesIn } from '../git/changes.ts';
import { diffOf } from '../git/diff.ts';
import { GitError } from '../git/run-git.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import type { Route } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { workspacePath } from '../settings.ts';

/** What git knows of the files of a sandbox. */
export function gitRoutes(lifecycle: Lifecycle, activity: Activity): readonly Route[] {
  const at = (path: string, read: (path: string, ref: string | undefined) => Promise<unknown>): Route => {
    const handle: Route['handle'] = async ({ query }) => {
      activity.touch();
      const asked = query.get('path');
      if (asked === null) throw unprocessable([{ type: 'missing', loc: ['query', 'path'], msg: 'Field required' }]);
      const real = workspacePath(lifecycle.settings.workspace, asked);
      return { status: 200, body: await orBadRequest(() => read(real, query.get('ref') || undefined)) };
    };
    return { method: 'GET', path: `/api/git${path}`, access: 'session', handle };
  };
  return [at('/changes', changesIn), at('/diff', diffOf)];
}

async function orBadRequest<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GitError) throw new HttpError(400, error.message);
    throw error;
  }
}
