import * as z from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { askAgent, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { projectDir } from './workspace.ts';

const Answer = z.object({ url: z.string().nullable() });

/** The URL of VS Code, or why it cannot be opened. */
interface VscodePlace {
  readonly vscode_url: string | null;
  readonly error: string | null;
}

/**
 * The URL of VS Code, with the token that opens it. Without its own origin, the exposed URL without a token: there, the
 * edge explains what is missing.
 */
export async function vscodeUrl(agent: Agent): Promise<VscodePlace> {
  const { sandbox } = agent;
  const exposed = sandbox.exposed_urls?.find(({ name }) => name === 'VSCODE')?.url;
  if (!exposed) return none(`Sandboxes of the spec '${sandbox.spec_id}' do not have VS Code.`);
  const { origin, pathname } = new URL(exposed);
  try {
    const query = { base_url: origin, workspace_dir: await projectDir(agent) };
    const { url } = parsed(Answer, await askAgent(agent, { path: '/api/vscode/url', query }));
    if (url === null) return none('VS Code is not running in this sandbox.');
    return pathname === '/' ? { vscode_url: url, error: null } : { vscode_url: exposed, error: NO_ORIGIN };
  } catch (error) {
    // Agent servers respond with 503 if VS Code is off, and with 404 if they do not have it.
    if (error instanceof AppError && (error.code === 'not_found' || / 503/.test(error.message)))
      return none(`VS Code is not running in this sandbox: ${error.message}.`);
    throw error;
  }
}

const NO_ORIGIN = 'VS Code needs a separate domain. The operator of this service can set one with sandboxDomain.';

const none = (error: string): VscodePlace => ({ vscode_url: null, error });
