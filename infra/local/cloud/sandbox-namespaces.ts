import { findNamespaces, type Namespaces } from '../namespaces/namespaces.ts';
import type { LocalLog } from '../terminal/log.ts';
import { LOCAL_FOLDER, PROJECT_ROOT } from '../terminal/options.ts';

/** What a person accepts whose sandboxes are not kept apart. */
const RISK = 'they can read what you can, keys of this service included, and end your processes';

interface Wanted {
  /** False when the person asked for none. */
  readonly namespaces: boolean;
  readonly stateDirectory: string;
  readonly log: LocalLog;
}

/** What keeps sandboxes apart on this machine. Says in one line when nothing does. */
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
