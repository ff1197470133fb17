import * as z from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import { askAgent } from './ask-agent.ts';
import { parsed } from './git.ts';
import { projectDir } from './project-dir.ts';
import type { Agent } from './reach-agent.ts';

const Answer = z.object({ url: z.string().nullable() });

/**
 * Where VS Code is, with the token that opens it; null in a sandbox without it. It needs an origin of its own: where it
 * has none, its exposed URL, at which the edge says what is needed. That one holds no token.
 */
export async function vscodeUrl(agent: Agent): Promise<string | null> {
  const exposed = agent.sandbox.exposed_urls?.find(({ name }) => name === 'VSCODE')?.url;
  if (!exposed) return null;
  const { origin, pathname } = new URL(exposed);
  try {
    const query = { base_url: origin, workspace_dir: await projectDir(agent) };
    const { url } = parsed(Answer, await askAgent(agent, { path: '/api/vscode/url', query }));
    return url === null || pathname === '/' ? url : exposed;
  } catch (error) {
    // Agent servers answer 503 where it is switched off, and 404 where they never had it.
    if (error instanceof AppError && (error.code === 'not_found' || / 503/.test(error.message))) return null;
    throw error;
  }
}
