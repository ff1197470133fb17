import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { Scene } from '../../../../../infra/smoke/scene.ts';
import { talk } from '../../../../../infra/smoke/steps/talk.ts';

const MODEL = 'anthropic/claude-sonnet-4-5';
const KEY = 'session-key';

const state = { id: 'e0', kind: 'ConversationStateUpdateEvent', source: 'environment', key: 'full_state', value: {} };
const answer = {
  id: 'e2',
  kind: 'MessageEvent',
  source: 'agent',
  llm_message: { content: [{ text: 'hello\nthere' }] },
};
const error = { id: 'e3', kind: 'ConversationErrorEvent', source: 'environment', code: 'LLMAuthenticationError' };

/** The agent's reaction to a message that it has accepted. */
type Agent = (socket: WebSocket) => void;

/** The endpoints of the service and the agent that the step calls. */
let server: Server;
let agent: Agent;

beforeEach(async () => {
  const sockets = new WebSocketServer({ noServer: true });
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ llm_model: MODEL }));
  });
  server.on('upgrade', (request, socket, head) => {
    if (request.headers['x-session-api-key'] !== KEY) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, serve);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close().closeAllConnections();
});

function serve(socket: WebSocket): void {
  socket.send(JSON.stringify(state));
  socket.on('message', (data) => {
    const { content } = JSON.parse(data.toString());
    socket.send(JSON.stringify({ id: 'e1', kind: 'MessageEvent', source: 'user', llm_message: { content } }));
    agent(socket);
  });
}

const sends =
  (event: unknown): Agent =>
  (socket) =>
    socket.send(JSON.stringify(event));

function newScene({ withoutModel = false, sessionKey = KEY } = {}): Scene {
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const service = { baseUrl, isLocal: true, apiKey: 'a key', access: undefined };
  const scene = new Scene(service, { spec: undefined, withoutModel });
  scene.openWith('a key');
  scene.agent = { url: `${baseUrl}/api/conversations/1a`, sessionKey };
  return scene;
}

const never = new AbortController().signal;

describe('a message to the agent', () => {
  it('is answered over the WebSocket, and the events to look for are known', async () => {
    agent = sends(answer);
    const scene = newScene();

    expect(await talk(scene, never)).toBe('answered: "hello"');
    expect(scene.eventIds).toEqual(['e1', 'e2']);
    expect(scene.sights.socketUrl).toMatch(/^ws:.*\/sockets\/events\/1a$/);
  });

  it('whose model fails names the model and the settings that it needs', async () => {
    agent = sends(error);

    await expect(talk(newScene(), never)).rejects.toThrow(
      /LLMAuthenticationError\. The model is anthropic\/claude-sonnet-4-5\. Set llmModel, and llmApiKeySecretArn/,
    );
  });

  it('whose model fails passes if no model is required', async () => {
    agent = sends(error);
    const scene = newScene({ withoutModel: true });

    expect(await talk(scene, never)).toMatch(/its model failed, which --without-model allows/);
    expect(scene.eventIds).toEqual(['e1', 'e3']);
  });

  it('fails when the WebSocket is refused, without showing the key', async () => {
    const failure = await talk(newScene({ sessionKey: 'wrong-key' }), never).catch(String);

    expect(failure).toMatch(/The WebSocket at ws:\S+ was refused with 403\./);
    expect(failure).not.toContain('wrong-key');
  });

  it('fails when the WebSocket is closed before the answer', async () => {
    agent = (socket) => socket.close(1001, 'going away');

    await expect(talk(newScene(), never)).rejects.toThrow('The WebSocket was closed with 1001 going away, after');
  });
});
