import { AGENT_SERVER_PLACEHOLDER } from './installed-program.ts';
import { inWorkspace, openhands } from './openhands.ts';
import type { SpecSource } from './schema.ts';

/** Parts of the image that the installed packages lack: editors and workers. */
const OF_IMAGE = /^(OPENVSCODE_SERVER_ROOT|OH_VSCODE_PORT|OH_ENABLE_VNC|WORKER_\d)$/;

/**
 * The OpenHands agent server that is installed on this machine, for the local service, which says whether it is there
 * and whether its release seals with its boot key.
 */
export const openhandsLocal: SpecSource = {
  ...openhands,
  id: 'openhands-local',
  // Not pulled: the image only distinguishes the specs.
  image: openhands.image.replace(/^ghcr\.io\//, 'localhost/'),
  initialEnv: Object.fromEntries(Object.entries(openhands.initialEnv).filter(([name]) => !OF_IMAGE.test(name))),
  ports: { AGENT_SERVER: 8000 },
  local: {
    command: inWorkspace(AGENT_SERVER_PLACEHOLDER),
    requires: { program: AGENT_SERVER_PLACEHOLDER, install: 'npm start -- --agent openhands' },
  },
  aws: false,
};
