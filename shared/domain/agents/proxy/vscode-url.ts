import * as z from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { askAgent, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { projectDir } from './workspace.ts';

const Answer = z.object({ url: z.string().nullable() });

/** An address, or a sentence of why there is none that opens VS Code. */
interface VscodePlace {
  readonly vscode_url: string | null;
  readonly error: string | null;
}

/**
 * Where VS Code is, with the token that opens it. It needs an origin of its own: where it has none, its exposed URL, at
 * which the edge says what is needed. That one holds no token.
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
    // Agent servers answer 503 where it is switched off, and 404 where they never had it.
    if (error instanceof AppError && (error.code === 'not_found' || / 503/.test(error.message)))
      return none(`VS Code is not running in this sandbox: ${error.message}.`);
    throw error;
  }
}

const NO_ORIGIN = 'VS Code needs a separate domain. The operator of this service can set one with sandboxDomain.';

const none = (error: string): VscodePlace => ({ vscode_url: null, error });
