import type { Conversation } from '../conversations/conversation.ts';
import { readSecrets } from '../conversations/secret-sources.ts';
import { checkPolicy } from '../conversations/start-request.ts';
import { isAgentMessage } from '../events/event.ts';
import { textOf } from '../events/message.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import type { Reply, Route } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { requireConversation } from './conversation-routes.ts';

const success: Reply = { status: 200, body: { success: true } };

/** What changes the agent of a conversation, and what it said last. */
export function agentRoutes(lifecycle: Lifecycle): readonly Route[] {
  const root = '/api/conversations/{id}';
  const change = (path: string, act: (conversation: Conversation, fields: Fields) => void): Route => {
    const handle: Route['handle'] = async (request) => {
      requireConversation(lifecycle, request);
      const fields = new Fields(await readJson(request.incoming));
      // Looked up again: it may have been deleted while the body was on its way.
      act(requireConversation(lifecycle, request), fields);
      return success;
    };
    return { method: 'POST', path: `${root}${path}`, access: 'session', handle };
  };
  return [
    change('/secrets', updateSecrets),
    change('/confirmation_policy', setPolicy),
    change('/switch_llm', switchLlm),
    change('/switch_profile', (_, fields) => {
      fields.require('profile_name');
      const name = fields.string('profile_name');
      fields.finish();
      throw new HttpError(404, `Profile '${name}' not found`);
    }),
    change('/switch_acp_model', (_, fields) => {
      fields.require('model');
      fields.string('model');
      fields.finish();
      throw new HttpError(400, 'switch_acp_model is only supported for ACP conversations.');
    }),
    change('/events/respond_to_confirmation', respond),
    {
      method: 'GET',
      path: `${root}/agent_final_response`,
      access: 'session',
      handle: (request) => ({ status: 200, body: { response: lastWords(requireConversation(lifecycle, request)) } }),
    },
  ];
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
