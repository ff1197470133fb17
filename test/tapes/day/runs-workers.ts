import { DeleteFunctionConcurrencyCommand, LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { issueAccessToken } from '../../../shared/domain/agents/secrets/access-tokens.ts';
import { segments } from '../../../shared/domain/maintenance/sweep-segment.ts';
import { Admin } from '../../support/service/admin.ts';
import { operatorOf } from '../../support/service/control.ts';
import type { StartedConversation } from '../../support/service/conversations.ts';
import { anonymous, type Owner, service } from '../../support/service/owners.ts';
import { callWorker } from '../../support/service/workers.ts';
import { fine } from './fine.ts';

/** What schedules and deployments start, which a day of minutes does not, and the secret that a git helper reads. */
export async function runsWorkers({ name, api }: Owner, { id, sandboxId }: StartedConversation): Promise<void> {
  const state = service().stateDirectory ?? '';
  const sandbox = { owner_id: name, sandbox_id: sandboxId };
  await whileThrottled('reconcile-sandbox', async () => {
    const { body } = await fine(api.post('/api/v1/sandboxes'));
    const sleeper = { ...sandbox, sandbox_id: body.id, at: new Date().toISOString() };
    await callWorker(state, 'wake-sandbox', { sandboxes: [sleeper] });
    await fine(api.delete(`/api/v1/sandboxes/${body.id}`));
  });
  await callWorker(state, 'backfill-events', sandbox);
  await callWorker(state, 'deliver-messages', { owner_id: name, conversation_id: id });
  await callWorker(state, 'install-ingress-keys', {});
  await callWorker(state, 'sweep-sandboxes', {});
  for (const segment of segments) await callWorker(state, 'sweep-segment', { segment });
  await callWorker(state, 'reconcile-usage', { quiet_seconds: 0 });
  const tokens = { github: { token: 'gh-token', host: 'git.example.com' } };
  await fine(api.post('/api/v1/secrets/git-providers', { provider_tokens: tokens }));
  const operator = await Admin.of(state);
  const token = await issueAccessToken(await operator.sandbox(sandboxId), 'github', await operator.keys(), new Date());
  await fine(anonymous().send('GET', '/api/v1/webhooks/secrets', { headers: { 'X-Access-Token': token } }));
}

/** Leaves the work of a function to others meanwhile; afterwards it does what is left. */
async function whileThrottled(id: string, work: () => Promise<void>): Promise<void> {
  const { client: access, deployment } = await operatorOf(service().stateDirectory ?? '');
  const client = new LambdaClient(access);
  const FunctionName = `${deployment}-${id}`;
  try {
    await client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
    await work();
  } finally {
    await client.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
    client.destroy();
  }
}
