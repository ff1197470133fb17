import * as z from 'zod';
import { getVscodeUrl as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { projectDir } from '../../shared/domain/agents/proxy/workspace.ts';
import { type Agent, type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { askAgent, parsed } from '../../shared/domain/sandboxes/agent/ask-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

const Answer = z.object({ url: z.string().nullable() });

const NO_ORIGIN = 'VS Code needs a separate domain. The operator of this service can set one with sandboxDomain.';

const FOREIGN = 'The agent returned a URL that is not the one of VS Code in this sandbox.';

export const getVscodeUrl = implement(endpoint, async ({ params, caller }, deps: AgentDeps) =>
  vscodeUrl(await reachAgent(caller.ownerId, params.conversation_id, deps)),
);

export const handler = serve(getVscodeUrl, agentDeps);

/**
 * The URL of VS Code, with the token that opens it. Without its own origin, the exposed URL without a token: there, the
 * edge explains what is missing.
 */
async function vscodeUrl(agent: Agent) {
  const { sandbox } = agent;
  const exposed = sandbox.exposed_urls?.find(({ name }) => name === 'VSCODE')?.url;
  if (!exposed && sandbox.ports.some(({ name }) => name === 'VSCODE')) return none(NO_ORIGIN);
  if (!exposed) return none(`Sandboxes of the spec '${sandbox.spec_id}' do not have VS Code.`);
  const { origin, pathname } = new URL(exposed);
  try {
    const query = { base_url: origin, workspace_dir: await projectDir(agent) };
    const { url } = parsed(Answer, await askAgent(agent, { path: '/api/vscode/url', query }));
    if (url === null) return none('VS Code is not running in this sandbox.');
    // A hostile agent could send a script, or a page that looks like VS Code.
    if (!URL.canParse(url) || new URL(url).origin !== origin) return none(FOREIGN);
    return pathname === '/' ? { vscode_url: url, error: null } : { vscode_url: exposed, error: NO_ORIGIN };
  } catch (error) {
    // Agent servers respond with 503 if VS Code is off, and with 404 if they do not have it.
    if (error instanceof AppError && (error.code === 'not_found' || / 503/.test(error.message)))
      return none(`VS Code is not running in this sandbox: ${error.message}.`);
    throw error;
  }
}

const none = (error: string) => ({ vscode_url: null, error });
