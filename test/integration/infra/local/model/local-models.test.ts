import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { localModels } from '../../../../../infra/local/model/local-models.ts';
import { close, listen } from '../../../../support/http/servers.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(close));
});

async function program(name: string, body: string, status = 200) {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  servers.push(server);
  const origin = await listen(server);
  return { program: name, list: `${origin}/list`, baseUrl: `${origin}/v1` };
}

describe('the models of this machine', () => {
  it('are those that Ollama and programs with the interface of OpenAI list, without those that only embed', async () => {
    const ollama = await program('Ollama', '{"models":[{"name":"qwen3:8b"},{"name":"nomic-embed-text:latest"}]}');
    const studio = await program('LM Studio', '{"data":[{"id":"lmstudio-community/gemma-3"}]}');

    expect(await localModels([ollama, studio])).toEqual([
      { program: 'Ollama', model: 'openai/qwen3:8b', baseUrl: ollama.baseUrl },
      { program: 'LM Studio', model: 'openai/lmstudio-community/gemma-3', baseUrl: studio.baseUrl },
    ]);
  });

  it.each([
    ['a page', '<html>', 200],
    ['another API', '{"items":[]}', 200],
    ['names that are none', '{"data":[{"id":"<script>"}]}', 200],
    ['an error', '{"data":[{"id":"x"}]}', 500],
  ])('are none where another program answers with %s', async (_what, body, status) => {
    expect(await localModels([await program('Ollama', body, status)])).toEqual([]);
  });

  it('are none where nothing listens', async () => {
    expect(
      await localModels([{ program: 'Ollama', list: 'http://127.0.0.1:9/', baseUrl: 'http://127.0.0.1:9/v1' }]),
    ).toEqual([]);
  });
});
