import * as z from 'zod';
import { SkillType } from '../../../contract/shapes/enums.ts';
import { type Agent, type AgentDeps, agentOf, requireHome } from '../../conversations/agent/reach-agent.ts';
import { homeOf } from '../../conversations/record/conversation-homes.ts';
import { askAgent, parsed } from '../../sandboxes/agent/ask-agent.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import { projectDir } from './workspace.ts';

/** Asks the agent if it is running; returns an empty list otherwise, as panels show it. @throws NotFoundError */
export async function whileRunning<T>(
  ownerId: string,
  conversationId: string,
  deps: AgentDeps,
  ask: (agent: Agent) => Promise<T[]>,
): Promise<T[]> {
  const home = await requireHome(ownerId, conversationId, deps);
  const sandbox = homeOf(home);
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return [];
  return ask(await agentOf(home.conversation, sandbox, deps.keys));
}

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

/** The agent's user and project skills. Public ones are left out, as the agent loads them from the network. */
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

const Matchers = z.array(
  z.object({
    matcher: z.string().default('*'),
    hooks: z
      .array(
        z.object({
          type: z.string().default('command'),
          command: z.string().nullish(),
          timeout: z.number().nullish(),
          async: z.boolean().default(false),
        }),
      )
      .default([]),
  }),
);

/** The events that hooks can run on, by the names of agent servers. */
const EVENTS = ['pre_tool_use', 'post_tool_use', 'user_prompt_submit', 'session_start', 'session_end', 'stop'] as const;

const AgentHooks = z.object({
  hook_config: z.object(Object.fromEntries(EVENTS.map((event) => [event, Matchers.default([])]))).nullable(),
});

/** The hooks of the workspace, by event. */
export async function hooksOf(agent: Agent) {
  const json = { project_dir: await projectDir(agent) };
  const { hook_config: config } = parsed(
    AgentHooks,
    await askAgent(agent, { method: 'POST', path: '/api/hooks', json }),
  );
  return EVENTS.flatMap((event) => {
    const matchers = config?.[event] ?? [];
    return matchers.length === 0 ? [] : [{ event_type: event, matchers: matchers.map(matcherView) }];
  });
}

function matcherView({ matcher, hooks }: z.output<typeof Matchers>[number]) {
  const views = hooks.map(({ command = null, timeout = null, ...hook }) => ({ ...hook, command, timeout }));
  return { matcher, hooks: views };
}
