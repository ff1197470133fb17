import * as z from 'zod';
import { log } from '../../../../platform/log.ts';
import { type AgentAnswer, agentTimeouts, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import { StartFailedError } from '../task/start-failed.ts';
import type { AgentConversations } from './agent-conversations.ts';
import { versionProblem } from './agent-version.ts';
import type { AgentAccess } from './agent-workspace.ts';
import { failureOf } from './failed-answer.ts';
import { sayWhatWasNotSaid } from './first-message.ts';

const Hooks = z.object({ hook_config: z.record(z.string(), z.unknown()).nullish() });
const Skills = z.object({ skills: z.array(z.object({ name: z.string() })) });

export class HttpAgentConversations implements AgentConversations {
  async create(agent: AgentAccess, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void> {
    const answer = await post(agent, '/api/conversations', payload, agentTimeouts.createConversation, signal);
    if (answer.status === 200) return sayWhatWasNotSaid(agent, payload, signal);
    if (answer.ok) return;
    const message = `The agent server answered ${answer.status} when the conversation was to start.`;
    const failure = failureOf(answer, message, 'Change the request to what it says, and start again.');
    const version = mayBeOfVersion(answer) ? await versionProblem(agent, signal) : undefined;
    if (version === undefined) throw failure;
    throw new StartFailedError(`${message} ${version}`, failure.quotation);
  }

  async hooksOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    const answer = await post(agent, '/api/hooks', { project_dir: directory }, agentTimeouts.readProject, signal);
    return answer.ok ? (Hooks.parse(JSON.parse(answer.text)).hook_config ?? null) : unread('/api/hooks', answer, null);
  }

  async skillsOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<readonly string[]> {
    const request = {
      load_public: false,
      load_user: false,
      load_org: false,
      load_project: true,
      project_dir: directory,
    };
    const answer = await post(agent, '/api/skills', request, agentTimeouts.readProject, signal);
    if (!answer.ok) return unread('/api/skills', answer, []);
    return Skills.parse(JSON.parse(answer.text)).skills.map(({ name }) => name);
  }
}

function post(
  { url, sessionKey }: AgentAccess,
  path: string,
  body: unknown,
  timeout: number,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  return callAgent(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': sessionKey },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
}

/** An agent server that cannot read a project's files can still work in it. */
function unread<T>(path: string, { status }: AgentAnswer, nothing: T): T {
  log.warn("agent server could not read the project's files", { path, status });
  return nothing;
}

/** Whether another release may have answered otherwise. An agent that is busy says nothing about its release. */
function mayBeOfVersion({ status }: AgentAnswer): boolean {
  return status === 500 || (status >= 400 && status < 500 && status !== 429);
}
