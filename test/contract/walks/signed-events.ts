import type { Api } from '../../support/service/api.ts';
import type { Owner } from '../../support/service/owners.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import type { Walk } from '../walk.ts';

const LIST = 'GET /api/v1/webhook-endpoints';
const ONE = '/api/v1/webhook-endpoints/{}';

/** Webhook endpoints for signed events. Their deliveries fail, because no receiver listens. */
export async function walkSignedEvents(walk: Walk, { api }: Owner, anonymous: Api): Promise<void> {
  await walk.visit(api, 'GET /api/v1/alerts', {});
  const alerts = { mail: ['ann@example.com'], on: ['budgets', 'starts'] };
  await walk.visit(api, 'PATCH /api/v1/alerts', { body: alerts });
  await walk.visit(api, 'PATCH /api/v1/alerts', { body: { mail: ['no address'] }, fails: 422 });
  await walk.visit(api, 'PATCH /api/v1/alerts', { body: { slack_url: 'http://10.0.0.1/' }, fails: 422 });
  await walk.visit(api, 'PATCH /api/v1/alerts', { body: { mail: [] } });
  await walk.visit(api, 'GET /api/v1/alerts/own', { fails: 403 });
  await walk.visit(api, 'PATCH /api/v1/alerts/own', { body: { on: ['finished'] }, fails: 403 });
  const request = { url: 'http://127.0.0.1:9999/', events: ['key.*'] };
  await walk.visit(api, LIST);
  const { body } = await walk.visit(api, 'POST /api/v1/webhook-endpoints', { body: request });
  rememberSecret('the secret of a webhook endpoint', body.secret);
  await walk.visit(api, 'POST /api/v1/webhook-endpoints', { body: { ...request, events: ['none'] }, fails: 422 });
  const at = [body.id];
  await walk.visit(api, LIST);
  await walk.visit(api, `GET ${ONE}`, { at });
  await walk.visit(api, `PATCH ${ONE}`, { at, body: { description: 'What a walk left' } });
  const rotated = await walk.visit(api, `POST ${ONE}/rotate-secret`, { at });
  rememberSecret('the next secret of a webhook endpoint', rotated.body.secret);
  const ping = await walk.visit(api, `POST ${ONE}/ping`, { at });
  await walk.visit(api, `GET ${ONE}/messages`, { at });
  const message = [body.id, ping.body.id];
  await walk.visit(api, `GET ${ONE}/messages/{}`, { at: message });
  await walk.visit(api, `POST ${ONE}/messages/{}/redeliver`, { at: message });
  await walk.visit(api, `DELETE ${ONE}`, { at });
  await walk.visit(api, `GET ${ONE}`, { at, fails: 404 });
  await walk.visit(anonymous, LIST, { fails: 401 });
}
