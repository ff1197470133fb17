import { issueAccessToken } from '../../../shared/domain/sandbox-secrets/access-tokens.ts';
import { Admin } from '../../support/service/admin.ts';
import type { StartedConversation } from '../../support/service/conversations.ts';
import { anonymous, type Owner, service } from '../../support/service/owners.ts';
import { callWorker } from '../../support/service/workers.ts';
import { fine } from './fine.ts';

/** In one of some, `wake-sandbox` is before `reconcile-sandbox`. */
const STARTS = 4;

/** What schedules and deployments start, which a day of minutes does not, and the secret that a git helper reads. */
export async function runsWorkers({ name, api }: Owner, { id, sandboxId }: StartedConversation): Promise<void> {
  const state = service().stateDirectory ?? '';
  const sandbox = { owner_id: name, sandbox_id: sandboxId };
  for (let n = 0; n < STARTS; n += 1) {
    const { body } = await fine(api.post('/api/v1/sandboxes'));
    await callWorker(state, 'wake-sandbox', { ...sandbox, sandbox_id: body.id, at: new Date().toISOString() });
    await fine(api.delete(`/api/v1/sandboxes/${body.id}`));
  }
  await callWorker(state, 'backfill-events', sandbox);
  await callWorker(state, 'deliver-messages', { owner_id: name, conversation_id: id });
  await callWorker(state, 'install-ingress-keys', {});
  await callWorker(state, 'sweep-sandboxes', {});
  await callWorker(state, 'reconcile-usage', { quiet_seconds: 0 });
  const tokens = { github: { token: 'gh-token', host: 'git.example.com' } };
  await fine(api.post('/api/v1/secrets/git-providers', { provider_tokens: tokens }));
  const operator = await Admin.of(state);
  const token = await issueAccessToken(await operator.sandbox(sandboxId), 'github', await operator.keys(), new Date());
  await fine(anonymous().send('GET', '/api/v1/webhooks/secrets', { headers: { 'X-Access-Token': token } }));
}
