import type { Api } from '../../support/service/api.ts';
import { type StartedConversation, talkable, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { fine } from './fine.ts';

/** A pause that saves the workspace, and a resume, after which the agent gets a message that came before. */
export async function pausesAndResumes(api: Api, { id, sandboxId }: StartedConversation): Promise<void> {
  const sandbox = `/api/v1/sandboxes/${sandboxId}`;
  await fine(api.post(`/api/conversations/${id}/stop`));
  await waitForSandbox(api, sandboxId, 'PAUSED');
  await eventually('the workspace is saved', async () =>
    (await api.get(sandbox)).body.expires_at === null ? undefined : true,
  );
  await fine(api.post(`/api/conversations/${id}/start`, { providers_set: null }));
  const content = [{ type: 'text', text: 'Go on' }];
  await fine(api.post(`/api/v1/conversations/${id}/pending-messages`, { content }));
  await waitForSandbox(api, sandboxId, 'RUNNING');
  await talkable(api, id);
  await fine(api.get('/api/v1/sandboxes/search'));
  await fine(api.post(`${sandbox}/pause`));
  await waitForSandbox(api, sandboxId, 'PAUSED');
  await fine(api.post(`${sandbox}/resume`));
  await waitForSandbox(api, sandboxId, 'RUNNING');
  await talkable(api, id);
}
