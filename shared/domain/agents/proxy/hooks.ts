import * as z from 'zod';
import { askAgent, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { projectDir } from './project-dir.ts';

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

/** The events that hooks may be on, as agent servers name them. */
const EVENTS = ['pre_tool_use', 'post_tool_use', 'user_prompt_submit', 'session_start', 'session_end', 'stop'] as const;

const AgentHooks = z.object({
  hook_config: z.object(Object.fromEntries(EVENTS.map((event) => [event, Matchers.default([])]))).nullable(),
});

/** The hooks of the workspace, by the event that they are on. */
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
