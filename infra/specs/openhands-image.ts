import { agentVersions } from '../../shared/contract/shapes/agent-versions.ts';

/** The image of the offered release, as its makers tag it. */
export const OPENHANDS_IMAGE = `ghcr.io/openhands/agent-server:${agentVersions.offered}-python`;
