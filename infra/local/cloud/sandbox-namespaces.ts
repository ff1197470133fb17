import { findNamespaces, type Namespaces } from '../namespaces/namespaces.ts';
import type { LocalLog } from '../terminal/log.ts';
import { LOCAL_FOLDER, PROJECT_ROOT } from '../terminal/options.ts';

/** The risk of running sandboxes without namespaces. */
const RISK = 'they can read what you can, keys of this service included, and end your processes';

interface Wanted {
  /** False when the user asked for none. */
  readonly namespaces: boolean;
  readonly stateDirectory: string;
  readonly log: LocalLog;
}

/** Finds what isolates sandboxes on this machine. Logs one line when nothing does. */
export async function sandboxNamespaces(wanted: Wanted): Promise<Namespaces | undefined> {
  const { namespaces, stateDirectory, log } = wanted;
  if (!namespaces) {
    log('local', 'warn', `SANDBOXES WITHOUT NAMESPACES, for debugging only: ${RISK}`);
    return undefined;
  }
  const found = await findNamespaces({
    projectRoot: PROJECT_ROOT,
    states: [stateDirectory, LOCAL_FOLDER],
    searchPath: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  });
  if ('tool' in found) return found;
  log('local', 'warn', `sandboxes run without namespaces of their own (${found.reason}): ${RISK}`);
  return undefined;
}
