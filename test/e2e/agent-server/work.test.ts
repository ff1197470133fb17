import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitServer, startGitServer } from '../../support/conversations/start/git-server.ts';
import type { StartedConversation } from '../../support/service/conversations.ts';
import { giveTokens } from '../../support/service/repositories.ts';
import {
  call,
  conversations,
  describeRealAgent,
  patiently,
  stageOfSuite,
  start,
  waitForText,
} from '../support/real-agent.ts';
import { StubMcpServer } from '../support/stub-mcp-server.ts';

const TOKEN = `glpat-${randomUUID()}`;
const SECRET = `deploy-${randomUUID()}`;
/** One red pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

describeRealAgent('a repository, a secret, a picture and an MCP server', () => {
  const stage = stageOfSuite();
  let git: GitServer;
  let mcp: StubMcpServer;
  let conversation: StartedConversation;

  beforeAll(async () => {
    [git, mcp] = [await startGitServer(), await StubMcpServer.start()];
    git.addRepository('acme/shop', { 'README.md': 'A shop\n', 'src/日本/メモ.txt': 'one\n' });
    git.password = TOKEN;
    await giveTokens(stage.owner, git, TOKEN, ['gitlab']);
    await stage.owner.bearer.post('/api/v1/secrets', { name: 'DEPLOY_KEY', value: SECRET });
    await stage.owner.bearer.post('/api/v1/settings', { mcp_config: { mcpServers: { words: { url: mcp.url } } } });
    conversation = await start(stage, {
      selected_repository: 'acme/shop',
      git_provider: 'gitlab',
      // The agent server knows which models take pictures.
      llm_model: 'openai/gpt-4o',
      initial_message: {
        role: 'user',
        content: [
          { type: 'text', text: 'What is in this picture?' },
          { type: 'image', image_urls: [PICTURE] },
        ],
      },
    });
  });
  afterAll(async () => {
    await Promise.all([git?.close(), mcp?.stop()]);
    if (conversation) await stage.owner.api.delete(`${conversations}/${conversation.id}`);
  });

  const at = (rest: string) => `${conversations}/${conversation.id}/${rest}`;

  it('shows the picture of the first message to the model', async () => {
    await waitForText(stage, conversation.id, 'You said: What is in this picture?');

    expect([...stage.model.pictures]).toEqual([PICTURE]);
  });

  it('works in the clone, whose changes and old texts the service shows', async () => {
    const answer = await call(
      stage,
      conversation.id,
      '/run git log --oneline; printf x >> src/日本/メモ.txt; rm README.md',
    );
    expect(answer).toContain('first');

    const { body: changes } = await stage.owner.api.get(at('git/changes'), { path: '/workspace/project/shop' });
    expect(changes).toEqual(
      expect.arrayContaining([
        { status: expect.stringMatching(/^(M|UPDATED)$/), path: 'src/日本/メモ.txt' },
        { status: expect.stringMatching(/^(D|DELETED)$/), path: 'README.md' },
      ]),
    );
    const diff = (path: string) => stage.owner.api.get(at('git/diff'), { path: `/workspace/project/shop/${path}` });
    // The agent server leaves out the last line break of an old text.
    expect((await diff('src/日本/メモ.txt')).body).toMatchObject({ original: 'one', modified: 'one\nx' });
    expect((await diff('README.md')).body).toMatchObject({ original: 'A shop' });
  });

  it('uses a secret without showing it', async () => {
    const answer = await call(stage, conversation.id, '/run echo "key=$DEPLOY_KEY"; printf %s "$DEPLOY_KEY" | wc -c');

    expect(answer).toContain('key=<secret-hidden>');
    expect(answer).toContain(String(SECRET.length));
    const { text } = await stage.owner.api.get(`/api/v1/conversation/${conversation.id}/events/search`, { limit: 100 });
    expect(text).not.toContain(SECRET);
  });

  it('calls a tool of the MCP server', async () => {
    const name = await patiently('the model sees the tool', async () =>
      stage.model.tools.find((one) => one.includes('spell')),
    );

    expect(await call(stage, conversation.id, `/call ${name} {"word":"lamp"}`)).toContain('l-a-m-p');
  });
});
