import { globSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const NAME = /^openhands_agent_server-(.+)\.dist-info$/;

/**
 * The release of an installed agent server, by what pip left beside its program.
 *
 * @param program the executable of a virtual environment
 * @returns undefined where it was installed otherwise
 */
export function installedRelease(program: string): string | undefined {
  const environments = [dirname(dirname(program)), dirname(dirname(realpathSync(program)))];
  const found = environments.flatMap((root) =>
    globSync(join(root, 'lib/python3*/site-packages/openhands_agent_server-*.dist-info')),
  );
  return NAME.exec(basename(found[0] ?? ''))?.[1];
}
