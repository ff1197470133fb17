import * as z from 'zod';
import { askAgent } from './ask-agent.ts';
import { parsed } from './git.ts';
import { projectDir } from './project-dir.ts';
import type { Agent } from './reach-agent.ts';

const AgentSkills = z.object({
  skills: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['repo', 'knowledge', 'agentskills']),
      content: z.string(),
      triggers: z.array(z.string()).default([]),
    }),
  ),
});

/** What the agent can do: the skills of its user and of its project. Those of all users change with no workspace, and are loaded from the network. */
export async function skillsOf(agent: Agent) {
  const json = {
    load_public: false,
    load_user: true,
    load_project: true,
    load_org: false,
    project_dir: await projectDir(agent),
  };
  return parsed(AgentSkills, await askAgent(agent, { method: 'POST', path: '/api/skills', json })).skills;
}
