import { Api } from '../../support/service/api.ts';
import { askAgent, type StartedConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { fine } from './fine.ts';

const author = '-c user.name=Ann -c user.email=ann@example.com -c commit.gpgsign=false';
const script = `mkdir -p src && echo plan > PLAN.md && echo one > src/a.txt && git init -q && git add . &&
  git ${author} commit -q -m First && echo two >> src/a.txt`;

/** What panels of clients show of a workspace with a changed repository, and another model for its agent. */
export async function worksWithFiles(api: Api, conversation: StartedConversation): Promise<void> {
  const { id, url, sessionKey } = conversation;
  const command = { command: script, cwd: '/workspace/project', timeout: 60 };
  // Its URL is that of its agent, and its own path there.
  const agent = Api.withKey(url.slice(0, url.indexOf('/api/conversations/')), sessionKey);
  await fine(agent.post('/api/bash/execute_bash_command', command));
  const one = `/api/v1/app-conversations/${id}`;
  const legacy = `/api/conversations/${id}`;
  const file = '/workspace/project/src/a.txt';
  await fine(api.get(`${one}/file`, { file_path: file }));
  await fine(api.get(`${one}/files`));
  await fine(api.get(`${one}/git/changes`, { path: '/workspace/project' }));
  await fine(api.get(`${one}/git/diff`, { path: file }));
  await fine(api.get(`${legacy}/list-files`));
  await fine(api.get(`${legacy}/select-file`, { file: 'src/a.txt' }));
  await fine(api.get(`${legacy}/git/changes`));
  await fine(api.get(`${legacy}/git/diff`, { path: 'src/a.txt' }));
  await fine(api.get(`${legacy}/zip-directory`));
  const event_id = await eventually('the agent has a message', async () => {
    const { body } = await askAgent(conversation, '/events/search?kind=MessageEvent&source=user&limit=1');
    return body.items[0]?.id as string | undefined;
  });
  await fine(api.get(`${legacy}/remember-prompt`, { event_id }));
  await fine(api.post('/api/v1/settings/profiles/fast', { llm: { model: 'openai/fast', api_key: 'fast-key' } }));
  await fine(api.post(`${one}/switch_profile`, { profile_name: 'fast' }));
  // The reference agent runs no agents of this protocol and refuses: `mend.ts` writes the answer of one that does.
  await api.post(`${one}/switch_acp_model`, { model: 'openai/fast' });
}
