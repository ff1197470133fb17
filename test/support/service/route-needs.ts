import type { Options } from './api.ts';

const message = { content: [{ type: 'text', text: 'Hi' }] };

/** What a valid request to a route needs in addition to the ids in its path. */
export const needs: Readonly<Record<string, Options>> = {
  'PATCH /api/conversations/{conversation_id}': { body: { title: 'Stolen' } },
  'PATCH /api/v1/app-conversations/{conversation_id}': { body: { title: 'Stolen' } },
  'PUT /api/v1/app-conversations/{conversation_id}/shared-files': { body: { paths: ['README.md'] } },
  'PATCH /api/v1/webhook-endpoints/{endpoint_id}': { body: { events: ['*'] } },
  'PATCH /api/v1/sandbox-specs/{spec_id}': { body: { idle_minutes: 5 } },
  'PATCH /api/v1/prebuilds/{prebuild_id}': { body: { refresh: 'daily' } },
  'PATCH /api/v1/snapshots/{snapshot_id}': { body: { name: 'stolen' } },
  'PATCH /api/v1/sandboxes/{sandbox_id}': { body: { wake: { VSCODE: 'link' } } },
  'PATCH /api/organizations/{org_id}/members/{user_id}': { body: { role: 'viewer' } },
  'PUT /api/organizations/{org_id}/budgets/overrides/{user_id}': { body: { monthly_limit: 1 } },
  'POST /api/organizations/{org_id}/members/invite': { body: { role: 'viewer' } },
  'DELETE /api/keys/{key_id}': { query: { compromised: 'true' } },
  'PUT /api/secrets/{secret_id}': { body: { name: 'STOLEN' } },
  'PUT /api/v1/secrets/{secret_id}': { body: { name: 'STOLEN' } },
  'PATCH /api/organizations/{org_id}': { body: { name: 'Stolen' } },
  'PATCH /api/organizations/{org_id}/settings': { body: { conversation_settings_diff: { max_iterations: 1 } } },
  'POST /api/v1/settings/profiles/{name}/rename': { body: { new_name: 'stolen' } },
  'POST /api/organizations/{org_id}/profiles/{name}/rename': { body: { new_name: 'stolen' } },
  'POST /api/organizations/{org_id}/provider-connections': { body: { display_name: 'Mine', api_key: 'k' } },
  'PATCH /api/organizations/{org_id}/provider-connections/{connection_id}': {
    body: { display_name: 'Mine', api_key: 'k' },
  },
  'POST /api/agent-profiles/{name}': { body: { llm_profile_ref: 'x' } },
  'POST /api/agent-profiles/{name}/rename': { body: { new_name: 'stolen' } },
  'POST /api/conversations/{conversation_id}/start': { body: { providers_set: null } },
  'POST /api/conversations/{conversation_id}/message': { body: { message: 'Hi' } },
  'POST /api/conversations/{conversation_id}/events': { body: { action: 'message', args: { content: 'Hi' } } },
  'GET /api/conversations/{conversation_id}/remember-prompt': { query: { event_id: '1' } },
  'GET /api/v1/conversation/{conversation_id}/events': { query: { id: ['1', '2'] } },
  'GET /api/conversations/{conversation_id}/select-file': { query: { file: 'README.md' } },
  'GET /api/conversations/{conversation_id}/git/diff': { query: { path: 'README.md' } },
  'POST /api/v1/app-conversations/{conversation_id}/send-message': { body: message },
  'POST /api/v1/conversations/{conversation_id}/pending-messages': { body: message },
  'POST /api/v1/uploads/{upload_id}/parts': { body: { number: 1, text: 'a', total_bytes: 2 } },
  'GET /api/v1/app-conversations/{conversation_id}/git/changes': { query: { path: '/workspace' } },
  'GET /api/v1/app-conversations/{conversation_id}/git/diff': { query: { path: '/workspace/x' } },
  'POST /api/v1/app-conversations/{conversation_id}/switch_profile': { body: { profile_name: 'fast' } },
  'POST /api/v1/app-conversations/{conversation_id}/switch_acp_model': { body: { model: 'fast' } },
  'GET /api/v1/sandboxes/{sandbox_id}/files/content': { query: { path: 'x' } },
  'GET /api/v1/sandboxes/{sandbox_id}/files/archive': { query: { path: '/workspace' } },
  'GET /api/v1/snapshots/{snapshot_id}/files/content': { query: { path: 'x' } },
  'GET /api/v1/snapshots/{snapshot_id}/files/archive': { query: { path: '/workspace' } },
  'GET /api/v1/snapshots/{snapshot_id}/changes': { query: { since: '0'.repeat(32) } },
  'PUT /api/v1/sandboxes/{sandbox_id}/files/content': bytes({ path: 'x' }),
  'DELETE /api/v1/sandboxes/{sandbox_id}/files': { query: { path: 'x' } },
  'POST /api/v1/sandboxes/{sandbox_id}/files/move': { body: { from: 'x', to: 'y' } },
  'POST /api/v1/sandboxes/{sandbox_id}/files/directories': { body: { path: 'x' } },
  'POST /api/v1/sandboxes/{sandbox_id}/files/transfers': {
    body: { direction: 'download', kind: 'folder', path: '/workspace' },
  },
  'PUT /api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/parts/{number}': bytes({}),
  'POST /api/v1/sandboxes/{sandbox_id}/restore': { body: { snapshot_id: '0'.repeat(32) } },
  'POST /api/v1/sandboxes/{sandbox_id}/ports': { body: { port: 3000 } },
  'PATCH /api/v1/sandboxes/{sandbox_id}/ports/{port_id}': { body: { name: 'stolen' } },
  'POST /api/v1/sandboxes/{sandbox_id}/commands': { body: { command: 'true', background: true } },
  'POST /api/v1/sandboxes/{sandbox_id}/commands/{command_id}/input': { body: { data: 'stolen' } },
  'POST /api/v1/sandboxes/{sandbox_id}/commands/{command_id}/resize': { body: { columns: 80, rows: 24 } },
  'GET /api/user/repository/{owner}/{repo}/microagents/content': { query: { file_path: '.cursorrules' } },
};

function bytes(query: Options['query'] & object): Options {
  return { query, body: 'stolen', headers: { 'Content-Type': 'application/octet-stream' } };
}
