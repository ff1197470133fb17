import * as z from 'zod';
import { SkillType } from '../../../contract/shapes/enums.ts';
import { askAgent, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { projectDir } from './project-dir.ts';

const AgentSkills = z.object({
  skills: z.array(
    z.object({
      name: z.string(),
      type: SkillType,
      content: z.string(),
      triggers: z.array(z.string()).default([]),
    }),
  ),
});

/** The agent's skills from its user and project. It loads public ones from the network, so they are left out. */
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
