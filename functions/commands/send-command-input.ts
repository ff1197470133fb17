import { sendCommandInput as endpoint } from '../../shared/contract/commands/commands.ts';
import { findCommand, sendInput } from '../../shared/domain/commands/steer-command.ts';
import { type AgentAccessDeps, runningAgent } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { runningAgentDeps } from '../../shared/wiring/agents.ts';

export const sendCommandInput = implement(endpoint, async ({ params, body, caller }, deps: AgentAccessDeps) => {
  const { sandbox_id: sandboxId, command_id: id } = params;
  const { data = '', base64, end, offset } = body;
  const bytes = base64 === undefined ? Buffer.from(data) : Buffer.from(base64, 'base64');
  const agent = await runningAgent(caller.ownerId, sandboxId, deps);
  const next = await sendInput(agent, id, await findCommand(agent, id), { bytes, end, offset });
  return { success: true, offset: next } as const;
});

export const handler = serve(sendCommandInput, runningAgentDeps);
