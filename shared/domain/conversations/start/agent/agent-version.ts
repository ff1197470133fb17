import * as z from 'zod';
import { agentVersions, isUnsupported } from '../../../../contract/shapes/agent-versions.ts';
import { agentTimeouts, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import type { AgentAccess } from './agent-workspace.ts';

const ServerInfo = z.object({ version: z.string().max(100) });

/** The range of agent servers in words. */
export const SUPPORTED = `agent servers ${agentVersions.oldest} to ${agentVersions.newest}`;

/** What is wrong with the release of an agent server; undefined for a supported one, and when it does not say. */
export async function versionProblem({ url }: AgentAccess, signal: AbortSignal): Promise<string | undefined> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(agentTimeouts.version)]);
    const { text } = await callAgent(`${url}/server_info`, { signal: limit });
    const { version } = ServerInfo.parse(JSON.parse(text));
    if (!isUnsupported(version)) return undefined;
    return `Its version is ${version}, and this service speaks to ${SUPPORTED}: use a sandbox spec with one of these (GET /server_info of the agent server tells which one runs).`;
  } catch {
    // The version only explains another failure, which is reported in any case.
    return undefined;
  }
}
