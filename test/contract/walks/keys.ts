import type { Api } from '../../support/service/api.ts';
import { newName, type Owner } from '../../support/service/owners.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import type { Walk } from '../walk.ts';

export async function walkKeys(walk: Walk, { api, keyId }: Owner, anonymous: Api): Promise<void> {
  const { body: made } = await walk.visit(api, 'POST /api/keys', {
    body: { name: 'walked', scopes: ['keys:read'], expires_at: '2090-01-01', limits: { sandboxes: 1 } },
  });
  rememberSecret('an API key', made.key);
  await walk.visit(api, 'POST /api/keys', { body: { scopes: ['admin'] }, fails: 403 });
  await walk.visit(api, 'POST /api/keys', { body: { scopes: ['all'] }, fails: 422 });
  await walk.visit(api, 'GET /api/keys');
  await walk.visit(anonymous, 'GET /api/keys', { fails: 401 });
  await walk.visit(api, 'GET /api/keys/{}', { at: [made.id] });
  await walk.visit(api, 'GET /api/keys/{}', { at: ['nothing00000'], fails: 404 });
  const { body: next } = await walk.visit(api, 'POST /api/keys/{}/rotate', { at: [made.id] });
  rememberSecret('an API key', next.key);
  await walk.visit(api, 'POST /api/keys/{}/rotate', { at: [made.id], fails: 409 });
  await walk.visit(api, 'POST /api/keys/{}/rotate', { at: [keyId], body: { overlap_seconds: -1 }, fails: 422 });
  await walk.visit(api, 'DELETE /api/keys/{}', { at: [next.id] });
  await walk.visit(api, 'DELETE /api/keys/{}', { at: [next.id], fails: 404 });
  await walk.visit(api, 'DELETE /api/keys/{}', { at: [next.id], query: { compromised: 'true' } });
  await walk.visit(api, 'DELETE /api/keys/{}', { at: [keyId], query: { compromised: 'perhaps' }, fails: 422 });
}

export async function walkOwners(walk: Walk, administrator: Api, { api }: Owner): Promise<void> {
  const id = newName();
  const { body: made } = await walk.visit(administrator, 'POST /api/v1/owners', {
    body: { id, limits: { sandboxes: 2 }, key: { name: 'first' } },
  });
  rememberSecret('an API key', made.key.key);
  await walk.visit(administrator, 'POST /api/v1/owners', { body: { id }, fails: 409 });
  await walk.visit(administrator, 'POST /api/v1/owners', { body: { id: 'no name' }, fails: 422 });
  await walk.visit(administrator, 'GET /api/v1/owners', { query: { limit: 1 } });
  await walk.visit(administrator, 'GET /api/v1/owners/{}', { at: [id] });
  await walk.visit(administrator, 'GET /api/v1/owners/{}', { at: [newName()], fails: 404 });
  await walk.visit(administrator, 'PATCH /api/v1/owners/{}', { at: [id], body: { limits: { sandboxes: null } } });
  await walk.visit(administrator, 'PATCH /api/v1/owners/{}', { at: [newName()], body: { limits: {} }, fails: 404 });
  const { body: second } = await walk.visit(administrator, 'POST /api/v1/owners/{}/keys', { at: [id] });
  rememberSecret('an API key', second.key);
  await walk.visit(api, 'GET /api/v1/owners', { fails: 403 });
  await walkOwnersLife(walk, administrator, id);
}

/** Suspension and deletion, announcements and the overview of all owners. */
async function walkOwnersLife(walk: Walk, administrator: Api, id: string): Promise<void> {
  const owner = 'PATCH /api/v1/owners/{}';
  await walk.visit(administrator, owner, { at: [id], body: { suspended: true, reason: 'A reason' } });
  await walk.visit(administrator, owner, { at: [id], body: { reason: 'A reason' }, fails: 422 });
  await walk.visit(administrator, owner, { at: [id], body: { suspended: false } });
  const remove = 'DELETE /api/v1/owners/{}';
  await walk.visit(administrator, remove, { at: [id], query: { confirm: newName() }, fails: 422 });
  await walk.visit(administrator, remove, { at: [id], query: { confirm: id, records: 'some' }, fails: 422 });
  const unknown = newName();
  await walk.visit(administrator, remove, { at: [unknown], query: { confirm: unknown }, fails: 404 });
  await walk.visit(administrator, remove, { at: [id], query: { confirm: id } });
  await walk.visit(administrator, remove, { at: [id], query: { confirm: id } });
  await walk.visit(administrator, owner, { at: [id], body: { suspended: false }, fails: 409 });
  await walk.visit(administrator, 'GET /api/v1/owners/{}', { at: [id] });
  const announcements = '/api/v1/announcements';
  const { body } = await walk.visit(administrator, `POST ${announcements}`, {
    body: { text: 'Planned work', level: 'warning' },
  });
  await walk.visit(administrator, `POST ${announcements}`, { body: { text: '' }, fails: 422 });
  const ended = { text: 'Too late', ends_at: '2020-01-01T00:00:00Z' };
  await walk.visit(administrator, `POST ${announcements}`, { body: ended, fails: 422 });
  await walk.visit(administrator, `GET ${announcements}`, {});
  await walk.visit(administrator, `DELETE ${announcements}/{}`, { at: [body.id] });
  await walk.visit(administrator, `DELETE ${announcements}/{}`, { at: [body.id], fails: 404 });
  await walk.visit(administrator, 'GET /api/v1/operator/overview', {});
}
