import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { calls, fails, says } from '../../support/models/model-script.ts';
import type { StartedConversation } from '../../support/service/conversations.ts';
import { service } from '../../support/service/owners.ts';
import { familyOf } from '../../support/service/processes.ts';
import { filesWith } from '../support/files-with.ts';
import { describeRealAgent, finished, said, start } from '../support/real-agent.ts';
import { historyOf, scriptedStage, send, switchTo, waitForHistory } from '../support/scripted-stage.ts';

/** Words that the agent writes into a file, to see that the search finds what is there. */
const CANARY = 'a canary that the agent wrote';

/** Routes that only answer with more than texts of the agent: streams, and archives of the workspace. */
const NO_TEXT = /download|archive|zip|trajectory|sockets|vscode|desktop/;

describeRealAgent('keys of providers', () => {
  const stage = scriptedStage();
  let conversation: StartedConversation;

  /** Two models have answered, and each has refused a request. */
  beforeAll(async () => {
    const { chat, claude } = stage;
    const command = `echo '${CANARY}' > /workspace/project/canary.txt; env; ps eww`;
    chat.steps.push(calls({ name: 'terminal', arguments: { command, security_risk: 'LOW', summary: 'as asked' } }));
    chat.steps.push(says('The environment is known'));
    conversation = await start(stage, { initial_message: said('Show your environment') });
    await waitForHistory(stage, conversation.id, /The environment is known/);
    await finished(stage, conversation.id);
    chat.steps.push(fails(401, `Incorrect API key provided: ${chat.key}`, { type: 'invalid_request_error' }));
    await send(stage, conversation.id, 'Again');
    await waitForHistory(stage, conversation.id, /LLMAuthenticationError/);
    await switchTo(stage, conversation.id, 'claude');
    claude.steps.push(fails(400, `Your key ${claude.key} has no credit`), says('I am paid for'));
    await send(stage, conversation.id, 'And with the other model?');
    await waitForHistory(stage, conversation.id, /has no credit/);
    await send(stage, conversation.id, 'And now?');
    await waitForHistory(stage, conversation.id, /I am paid for/);
  }, 600_000);

  const keys = () => [stage.chat.key, stage.claude.key];

  it('are in no file of the service and its sandboxes', async () => {
    const found = await filesWith(service().stateDirectory ?? '', [...keys(), CANARY]);

    expect(found.get(CANARY)).toContainEqual(expect.stringContaining('canary.txt'));
    for (const key of keys()) expect(found.get(key)).toEqual([]);
  });

  it('are on no command line and in no environment of a process', async () => {
    const { pid } = JSON.parse(await readFile(join(service().stateDirectory ?? '', 'endpoint.json'), 'utf8'));
    const texts = (await Promise.all((await familyOf(pid)).map(({ pid }) => textsOf(pid)))).join('\n');

    expect(texts).toMatch(/agent-server/);
    expect(texts).toContain('OH_');
    for (const key of keys()) expect(texts).not.toContain(key);
  });

  it('are in no event', async () => {
    const history = await historyOf(stage, conversation.id);

    expect(history).toContain('OH_');
    for (const key of keys()) expect(history).not.toContain(key);
  });

  it('are in no response of the agent, also not where it is asked for its secrets', async () => {
    const { url, sessionKey } = conversation;
    const base = url.slice(0, url.indexOf('/api/conversations'));
    const ask = async (path: string, exposes: string) => {
      const headers = { 'X-Session-API-Key': sessionKey, 'X-Expose-Secrets': exposes };
      const response = await fetch(`${base}${path}`, { headers, signal: AbortSignal.timeout(60_000) });
      return { path, status: response.status, text: await response.text() };
    };
    const { text } = await ask('/openapi.json', 'plaintext');
    const paths: Record<string, object> = JSON.parse(text).paths;
    const routes = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}) && !NO_TEXT.test(path));
    const named = routes.map((path) => path.replaceAll('{conversation_id}', conversation.id));
    const answers = [];
    for (const path of named.filter((one) => !one.includes('{')))
      for (const exposes of ['plaintext', 'encrypted']) answers.push(await ask(path, exposes));

    const answered = answers.filter(({ status }) => status === 200).map(({ path }) => path);
    expect(answered).toEqual(expect.arrayContaining(['/api/settings', `/api/conversations/${conversation.id}`]));
    for (const answer of answers) for (const key of keys()) expect(answer.text, answer.path).not.toContain(key);
  });
});

/** The environment and the command line of a process; nothing for one that has ended. */
async function textsOf(pid: number): Promise<string> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
  return (await Promise.all([read('environ'), read('cmdline')])).join('\n');
}
