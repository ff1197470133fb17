import type { Conversation } from '../conversations/conversation.ts';
import { checkPolicy } from '../conversations/start-request.ts';
import { isAgentMessage } from '../events/event.ts';
import { textOf } from '../events/message.ts';
import { type AgentApp, type AgentContext, newAgentApp, success } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { readSecrets } from '../secrets/secret-registry.ts';
import { requireConversation } from './conversation-routes.ts';
import type { Session } from './session.ts';

/** Changes to the agent of a conversation, and its last message. */
export function agentRoutes(lifecycle: Lifecycle, session: Session): AgentApp {
  const root = '/api/conversations/:id';
  const change = (act: (conversation: Conversation, fields: Fields) => void) => async (c: AgentContext) => {
    requireConversation(lifecycle, c);
    const fields = new Fields(await readJson(c));
    // The conversation can be deleted while the body arrives.
    act(requireConversation(lifecycle, c), fields);
    return c.json(success);
  };
  return newAgentApp()
    .post(`${root}/secrets`, session, change(updateSecrets))
    .post(`${root}/confirmation_policy`, session, change(setPolicy))
    .post(`${root}/switch_llm`, session, change(switchLlm))
    .post(`${root}/switch_profile`, session, change(refuseProfile))
    .post(`${root}/switch_acp_model`, session, change(refuseAcpModel))
    .post(`${root}/events/respond_to_confirmation`, session, change(respond))
    .get(`${root}/agent_final_response`, session, (c) => {
      return c.json({ response: lastWords(requireConversation(lifecycle, c)) });
    });
}

function refuseProfile(_: Conversation, fields: Fields): void {
  fields.require('profile_name');
  const name = fields.string('profile_name');
  fields.finish();
  throw new HttpError(404, `Profile '${name}' not found`);
}

function refuseAcpModel(_: Conversation, fields: Fields): void {
  fields.require('model');
  fields.string('model');
  fields.finish();
  throw new HttpError(400, 'switch_acp_model is only supported for ACP conversations.');
}

function updateSecrets(conversation: Conversation, fields: Fields): void {
  fields.require('secrets');
  const secrets = readSecrets(fields, true);
  fields.finish();
  conversation.changePrivatePart({ secrets });
}

function setPolicy(conversation: Conversation, fields: Fields): void {
  fields.require('policy');
  const policy = fields.nested('policy');
  if (policy) checkPolicy(policy);
  fields.finish();
  conversation.update({ confirmation_policy: fields.record('policy') ?? {} });
}

function switchLlm(conversation: Conversation, fields: Fields): void {
  fields.require('llm');
  const llm = fields.nested('llm');
  llm?.require('model');
  for (const name of ['model', 'api_key', 'base_url']) llm?.string(name);
  fields.finish();
  conversation.changePrivatePart({ llm: fields.record('llm') ?? {} });
}

function respond(conversation: Conversation, fields: Fields): void {
  fields.require('accept');
  const accept = fields.boolean('accept') ?? false;
  const reason = fields.string('reason') ?? 'User rejected the action.';
  fields.finish();
  conversation.respond(accept, reason);
}

function lastWords(conversation: Conversation): string {
  const last = conversation.events.findLast(isAgentMessage);
  return last ? textOf(last.llm_message) : '';
}
