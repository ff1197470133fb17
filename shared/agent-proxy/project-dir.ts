import * as z from 'zod';
import { askAgent } from './ask-agent.ts';
import { parsed } from './git.ts';
import type { Agent } from './reach-agent.ts';

const Info = z.object({ workspace: z.object({ working_dir: z.string() }) });

/** Where the conversation works, as its agent knows it: the start decided that, by the repository and the machine. */
export async function projectDir(agent: Agent): Promise<string> {
  return parsed(Info, await askAgent(agent, { path: agent.path })).workspace.working_dir;
}
