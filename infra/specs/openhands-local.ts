import { globSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sealsWithBootKey } from '../../shared/contract/shapes/agent-versions.ts';
import { inWorkspace, openhands } from './openhands.ts';
import type { SpecSource } from './schema.ts';

/** The installed OpenHands agent server, for the local service. */
export function openhandsLocal(program: string): SpecSource {
  const release = installedRelease(program);
  return {
    ...openhands,
    id: 'openhands-local',
    // Not pulled: the image only distinguishes the specs.
    image: openhands.image.replace(/^ghcr\.io\//, 'localhost/'),
    // The installed packages contain no editors and workers.
    initialEnv: withoutImageParts(openhands.initialEnv),
    ports: { AGENT_SERVER: 8000 },
    local: { command: inWorkspace(program) },
    // This key works for an unknown release too.
    sealsWithBootKey: release === undefined || sealsWithBootKey(release),
    aws: false,
  };
}

function withoutImageParts(environment: Readonly<Record<string, string>>): Record<string, string> {
  const names = /^(OPENVSCODE_SERVER_ROOT|OH_VSCODE_PORT|OH_ENABLE_VNC|WORKER_\d)$/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.test(name)));
}

const NAME = /^openhands_agent_server-(.+)\.dist-info$/;

/** The release that pip installed, or undefined. @param program the executable of a virtual environment */
export function installedRelease(program: string): string | undefined {
  const environments = [dirname(dirname(program)), dirname(dirname(realpathSync(program)))];
  const found = environments.flatMap((root) =>
    globSync(join(root, 'lib/python3*/site-packages/openhands_agent_server-*.dist-info')),
  );
  return NAME.exec(basename(found[0] ?? ''))?.[1];
}
