import { globSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sealsWithBootKey } from '../../shared/contract/shapes/agent-versions.ts';
import { inWorkspace, openhands } from './openhands.ts';
import type { SpecSource } from './schema.ts';

/** The installed OpenHands agent server, for the local service, with its directory as `/workspace`. */
export function openhandsLocal(program: string): SpecSource {
  const release = installedRelease(program);
  return {
    ...openhands,
    id: 'openhands-local',
    // Nothing is pulled: the image only tells the specs apart.
    image: openhands.image.replace(/^ghcr\.io\//, 'localhost/'),
    // Editors and workers of the image are not part of what is installed.
    initialEnv: withoutImageParts(openhands.initialEnv),
    ports: { AGENT_SERVER: 8000 },
    local: { command: inWorkspace(program) },
    // What is known of no release gets the key that suits all of them.
    sealsWithBootKey: release === undefined || sealsWithBootKey(release),
    aws: false,
  };
}

function withoutImageParts(environment: Readonly<Record<string, string>>): Record<string, string> {
  const names = /^(OPENVSCODE_SERVER_ROOT|OH_VSCODE_PORT|OH_ENABLE_VNC|WORKER_\d)$/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.test(name)));
}

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
