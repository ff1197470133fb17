import * as z from 'zod';
import { askAgent, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';

const Info = z.object({ workspace: z.object({ working_dir: z.string() }) });

/** The conversation's working directory as an absolute path. */
export async function projectDir(agent: Agent): Promise<string> {
  return parsed(Info, await askAgent(agent, { path: agent.path })).workspace.working_dir;
}
