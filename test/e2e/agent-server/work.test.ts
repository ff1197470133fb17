import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const LINES = [1, 2, 3].map((n) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDLu${n}/AbCdEfGh`);
const PEM = ['-----BEGIN PRIVATE KEY-----', ...LINES, '-----END PRIVATE KEY-----'].join('\n');
/** The file that a disabled MCP server would write. */
const STARTED = join(tmpdir(), `mcp-${randomUUID()}`);
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
    git.addRepository('acme/shop', {
      'README.md': 'A shop\n',
      'src/日本/メモ.txt': 'one\n',
      '.openhands/hooks.json': '{\n  "PreToolUse": [\n    { "hooks" }\n  ]\n}\n',
    });
    git.password = TOKEN;
    await giveTokens(stage.owner, git, TOKEN, ['gitlab']);
    await stage.owner.bearer.post('/api/v1/secrets', { name: 'DEPLOY_KEY', value: SECRET });
    await stage.owner.bearer.post('/api/v1/secrets', { name: 'PEM_KEY', value: `${PEM}\n` });
    const gone = { type: 'http', url: 'http://127.0.0.1:9/mcp' };
    const off = { command: 'touch', args: [STARTED], disabled: true };
    await stage.owner.bearer.post('/api/v1/settings', {
      mcp_config: { mcpServers: { words: { url: mcp.url }, gone, off } },
    });
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

  it.each([
    'printf %s "$PEM_KEY"',
    'echo "$PEM_KEY"',
    'echo "$PEM_KEY" | head -2',
    'echo "$PEM_KEY" | awk \'{printf "%s\\\\n", $0}\'',
  ])('hides a key with several lines: %s', async (command) => {
    const answer = await call(stage, conversation.id, `/run ${command}`);

    expect(answer).toContain('<secret-hidden>');
    expect(answer).not.toContain('MIIEvQ');
  });

  it('starts without broken hooks and a broken MCP server, says so, and starts no disabled server', async () => {
    const { body } = await stage.owner.api.get(`${conversations}/${conversation.id}`);

    expect(body.warnings).toMatchObject([
      { code: 'hooks_not_read', message: expect.stringContaining('line 3') },
      {
        code: 'mcp_server_failed',
        message: expect.stringContaining("'gone'"),
        detail: expect.stringMatching(/connect/),
      },
    ]);
    expect(existsSync(STARTED)).toBe(false);
  });

  it('calls a tool of the MCP server', async () => {
    const name = await patiently('the model sees the tool', async () =>
      stage.model.tools.find((one) => one.includes('spell')),
    );

    expect(await call(stage, conversation.id, `/call ${name} {"word":"lamp"}`)).toContain('l-a-m-p');
  });
});
