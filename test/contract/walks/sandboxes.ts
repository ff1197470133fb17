import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

export async function walkSandboxes(walk: Walk, { api }: Owner, running: string): Promise<void> {
  const { body: started } = await walk.visit(api, 'POST /api/v1/sandboxes');
  await walk.visit(api, 'POST /api/v1/sandboxes', { query: { sandbox_spec_id: 'unknown' }, fails: 404 });
  await walk.visit(api, 'GET /api/v1/sandboxes/search', { query: { limit: 1 } });
  await walk.visit(api, 'GET /api/v1/sandboxes/search', { query: { status__eq: 'RUNNING', state__eq: 'RUNNING' } });
  await walk.visit(api, 'GET /api/v1/sandboxes/search', { query: { page_id: 'nonsense' }, fails: 422 });
  await walk.visit(api, 'GET /api/v1/sandboxes', { query: { id: [running, 'unknown', started.id] } });
  await walk.visit(api, 'GET /api/v1/sandboxes', { fails: 422 });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}', { at: [running] });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}', { at: ['unknown'], fails: 404 });
  await walk.visit(api, 'PATCH /api/v1/sandboxes/{}', { at: [running], body: { wake: { AGENT_SERVER: 'never' } } });
  await walk.visit(api, 'PATCH /api/v1/sandboxes/{}', { at: ['unknown'], body: {}, fails: 404 });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}/logs', { at: [running], query: { tail: 5 } });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}/logs', { at: ['unknown'], fails: 404 });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}/logs', { at: [running], query: { tail: 0 }, fails: 422 });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}/measurements', { at: [running] });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}/measurements', { at: ['unknown'], fails: 404 });
  await walkPorts(walk, { api }, running);
  await walk.visit(api, 'POST /api/v1/sandboxes/{}/pause', { at: [started.id], body: {} });
  await walk.visit(api, 'POST /api/v1/sandboxes/{}/pause', { at: ['unknown'], fails: 404 });
  await walk.visit(api, 'POST /api/v1/sandboxes/{}/rotate-session-key', { at: [started.id], body: {} });
  await walk.visit(api, 'POST /api/v1/sandboxes/{}/rotate-session-key', { at: ['unknown'], fails: 404 });
  await walk.visit(api, 'POST /api/v1/sandboxes/{}/resume', { at: [running], body: {} });
  await walk.visit(api, 'POST /api/v1/sandboxes/{}/resume', { at: ['unknown'], fails: 404 });
  await walk.visit(api, 'DELETE /api/v1/sandboxes/{}', { at: [started.id], query: { sandbox_id: started.id } });
  await walk.visit(api, 'DELETE /api/v1/sandboxes/{}', { at: [started.id], fails: 404 });
  await walk.visit(api, 'GET /api/v1/sandbox-deletions', { query: { limit: 1 } });
  await walk.visit(api, 'GET /api/v1/sandbox-deletions', { query: { page_id: 'nonsense' }, fails: 422 });
  await walk.visit(api, 'GET /api/v1/sandbox-deletions/{}', { at: [started.id] });
  await walk.visit(api, 'GET /api/v1/sandbox-deletions/{}', { at: [running], fails: 404 });
  const { body: specs } = await walk.visit(api, 'GET /api/v1/sandbox-specs/search');
  await walk.visit(api, 'GET /api/v1/sandbox-specs', { query: { id: [specs.items[0].id, 'unknown'] } });
  await walk.visit(api, 'GET /api/v1/sandbox-specs', { fails: 422 });
  await walk.visit(api, 'GET /api/v1/sandbox-specs/{}', { at: [specs.items[0].id] });
  await walkOwnSpecs(walk, { api });
}

async function walkOwnSpecs(walk: Walk, { api }: Pick<Owner, 'api'>): Promise<void> {
  const specs = '/api/v1/sandbox-specs';
  // Its check fails, and starts nothing that runs.
  const image = 'localhost/absent:1.0.0';
  const body = { name: 'walked', image, vcpu: 0.25, memory_gb: 0.5, workspace_gb: 1 };
  const { body: made } = await walk.visit(api, `POST ${specs}`, { body });
  await walk.visit(api, `POST ${specs}`, { body, fails: 409 });
  await walk.visit(api, `POST ${specs}`, { body: { ...body, image: 'docker.io/nginx:1' }, fails: 422 });
  const at = [made.id];
  const gone = ['own.gone'];
  await walk.visit(api, `GET ${specs}/{}`, { at });
  await walk.visit(api, `GET ${specs}/{}`, { at: gone, fails: 404 });
  await walk.visit(api, `PATCH ${specs}/{}`, { at, body: { idle_minutes: 5 } });
  await walk.visit(api, `PATCH ${specs}/{}`, { at: gone, body: {}, fails: 404 });
  await walk.visit(api, `POST ${specs}/{}/check`, { at, fails: 409 });
  await walk.visit(api, `POST ${specs}/{}/check`, { at: gone, fails: 404 });
  await walk.visit(api, `DELETE ${specs}/{}`, { at });
  await walk.visit(api, `DELETE ${specs}/{}`, { at: gone, fails: 404 });
}

/** Without a domain for sandboxes. The service tests of ports have one. */
async function walkPorts(walk: Walk, { api }: Pick<Owner, 'api'>, running: string): Promise<void> {
  const ports = '/api/v1/sandboxes/{}/ports';
  const at = [running];
  await walk.visit(api, `POST ${ports}`, { at, body: { port: 3000, access: 'link' }, fails: 409 });
  await walk.visit(api, `POST ${ports}`, { at, body: { port: 80 }, fails: 422 });
  await walk.visit(api, `POST ${ports}`, { at: ['unknown'], body: { port: 3000 }, fails: 404 });
  await walk.visit(api, `GET ${ports}`, { at });
  await walk.visit(api, `GET ${ports}`, { at: ['unknown'], fails: 404 });
  await walk.visit(api, `PATCH ${ports}/{}`, { at: [running, '99'], body: { wake: 'always' }, fails: 422 });
  await walk.visit(api, `PATCH ${ports}/{}`, { at: [running, '99'], body: {}, fails: 404 });
  await walk.visit(api, `POST ${ports}/{}/open-in-browser`, { at: [running, '99'], body: { path: '//x' }, fails: 422 });
  await walk.visit(api, `POST ${ports}/{}/open-in-browser`, { at: [running, '99'], body: {}, fails: 404 });
  await walk.visit(api, `DELETE ${ports}/{}`, { at: [running, '99'], fails: 404 });
}
