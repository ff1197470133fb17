import * as z from 'zod';
import { getRememberPrompt as endpoint } from '../../shared/contract/conversations/messages.ts';
import { isUuid } from '../../shared/contract/shapes/ids.ts';
import { type Agent, type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { askAgent, parsed } from '../../shared/domain/sandboxes/agent/ask-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError, NotFoundError } from '../../shared/platform/errors.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

/** Length limit of the quoted event, in characters. */
const LONGEST = 4_000;

const Message = z.object({ content: z.array(z.object({ text: z.string().optional() })) });
const Event = z.object({ id: z.string(), llm_message: Message.optional() });

export const getRememberPrompt = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  return { status: 'success', prompt: await rememberPrompt(agent, query.event_id) } as const;
});

export const handler = serve(getRememberPrompt, agentDeps);

/** A prompt that lets the agent record a lesson from an event, for later conversations about the same repository. */
async function rememberPrompt(agent: Agent, eventId: string): Promise<string> {
  // Event ids are UUIDs. With any other id, an agent server fails or matches another route.
  if (!isUuid(eventId)) throw new NotFoundError('Event', eventId);
  const answer = await askAgent(agent, { path: `${agent.path}/events/${encodeURIComponent(eventId)}` });
  const said = (parsed(Event, answer).llm_message?.content ?? []).flatMap(({ text }) => text ?? []).join('\n');
  if (said.trim() === '') throw new AppError('not_found', `Event ${eventId} is not a message.`);
  return `Write down what future conversations about this repository should know, in .openhands/microagents/repo.md: create the file if it is not there, and keep what is in it. It is about this:\n\n${said.slice(0, LONGEST)}`;
}
