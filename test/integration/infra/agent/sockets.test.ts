import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { AgentProcess, aMessage, missing, sessionKey, waitFor } from './agent-process.ts';

interface Frame {
  readonly kind: string;
  readonly key?: string;
  readonly source?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read fields of frames without types
  readonly value?: any;
  readonly code?: string;
  readonly content?: string | null;
  readonly reasoning_content?: string | null;
  readonly llm_message?: object;
  readonly timestamp: string;
}

const clients = new Set<WebSocket>();

afterEach(() => {
  for (const client of clients) client.terminate();
  clients.clear();
});

class Client {
  readonly frames: Frame[] = [];
  closeCode: number | undefined;
  private readonly socket: WebSocket;

  constructor(agent: AgentProcess, path: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(agent.socketUrl + path, { headers });
    clients.add(this.socket);
    this.socket.on('message', (data) => this.frames.push(JSON.parse(data.toString())));
    this.socket.on('close', (code) => {
      this.closeCode = code;
    });
  }

  async send(frame: unknown): Promise<void> {
    await waitFor(() => this.socket.readyState === WebSocket.OPEN || missing('the socket to open'));
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  async waitForFrame(isWanted: (frame: Frame) => boolean): Promise<Frame> {
    return await waitFor(() => this.frames.find(isWanted) ?? missing(`a frame; got ${JSON.stringify(this.frames)}`));
  }

  async waitForClose(): Promise<number> {
    return await waitFor(() => this.closeCode ?? missing('the socket to close'));
  }
}

const isFullState = (frame: Frame) => frame.kind === 'ConversationStateUpdateEvent' && frame.key === 'full_state';
const isAnswer = (frame: Frame) => frame.kind === 'MessageEvent' && frame.source === 'agent';
const isFinished = (frame: Frame) => frame.key === 'execution_status' && frame.value === 'finished';
const withKey = { 'X-Session-API-Key': sessionKey };

describe('the event socket of the reference agent', () => {
  it('accepts the key in a header, the query or the first frame, and starts with the full state', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    const path = `/sockets/events/${id}`;
    const byHeader = new Client(agent, path, withKey);
    const byQuery = new Client(agent, `${path}?session_api_key=${sessionKey}`);
    const byFrame = new Client(agent, path);
    await byFrame.send({ type: 'auth', session_api_key: sessionKey });

    for (const client of [byHeader, byQuery, byFrame]) {
      const first = await client.waitForFrame(() => true);
      expect(isFullState(first)).toBe(true);
      expect(first.value).toMatchObject({ id, execution_status: 'idle', agent: { llm: { api_key: '**********' } } });
    }
    expect(agent.output).not.toContain(sessionKey);
  });

  it('refuses clients without a valid key, and closes with 4004 for an unknown conversation', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    const path = `/sockets/events/${id}`;
    const refused: Client[] = [];
    for (const frame of [{ type: 'auth', session_api_key: 'wrong' }, aMessage('hi'), 'no json']) {
      const client = new Client(agent, path);
      await client.send(frame);
      refused.push(client);
    }

    for (const client of refused) {
      expect(await client.waitForClose()).toBe(4001);
      expect(client.frames).toEqual([]);
    }
    expect(await new Client(agent, `/sockets/events/${randomUUID()}`, withKey).waitForClose()).toBe(4004);
    expect(await handshake(agent, path, { 'X-Session-API-Key': 'wrong' })).toBe(403);
    expect(await handshake(agent, `${path}?session_api_key=x`)).toBe(403);
    expect(await handshake(agent, '/sockets/events/not-a-uuid', withKey)).toBe(404);
    expect((await agent.get(`/api/conversations/${id}/events/count`)).body).toBe(0);
  });

  it('accepts messages as frames, runs, and pushes every new event to every client', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    const path = `/sockets/events/${id}`;
    const [speaker, listener] = [new Client(agent, path, withKey), new Client(agent, path, withKey)];
    await Promise.all([speaker, listener].map((client) => client.waitForFrame(isFullState)));

    await speaker.send(aMessage('hello over there'));

    for (const client of [speaker, listener]) {
      await client.waitForFrame(isFinished);
      await waitFor(() => expect(client.frames.filter(isFullState)).toHaveLength(2));
      expect(client.frames.map((frame) => frame.key ?? `${frame.kind} of ${frame.source}`)).toEqual([
        'full_state',
        'SystemPromptEvent of agent',
        'MessageEvent of user',
        'last_user_message_id',
        'execution_status',
        'stats',
        'MessageEvent of agent',
        'execution_status',
        'full_state',
      ]);
    }
    expect(await agent.messages(id)).toEqual(['user: hello over there', 'agent: You said: hello over there']);
    await agent.say(id, 'by REST');
    await waitFor(() => expect(listener.frames.filter(isAnswer)).toHaveLength(2));
  });

  it('sends a response in pieces, then as a whole, and stores only the whole', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    const client = new Client(agent, `/sockets/events/${id}`, withKey);
    await client.waitForFrame(isFullState);

    await client.send(aMessage('/stream 0.2 One word after another.'));

    await client.waitForFrame(isFinished);
    const deltas = client.frames.filter(({ kind }) => kind === 'StreamingDeltaEvent');
    const said = (field: 'content' | 'reasoning_content') => deltas.map((delta) => delta[field] ?? '').join('');
    const answer = client.frames.find(isAnswer);
    expect(answer?.llm_message).toMatchObject({
      content: [{ text: 'One word after another.' }],
      reasoning_content: said('reasoning_content'),
    });
    expect(said('content')).toBe('One word after another.');
    expect(deltas.length).toBeGreaterThan(5);
    expect(answer && answer.timestamp > (deltas.at(-1)?.timestamp ?? '')).toBe(true);
    expect((await agent.get(`/api/conversations/${id}/events/count?kind=StreamingDeltaEvent`)).body).toBe(0);
  });

  it('resends all events, or those since a time', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create({ initial_message: aMessage('one') });
    await agent.waitForStatus(id, 'finished');
    await agent.say(id, 'two');
    await agent.waitForStatus(id, 'finished');
    const { body } = await agent.get(`/api/conversations/${id}/events/search`);
    const stored: Frame[] = body.items;
    const since = stored.filter((event) => event.source === 'user').at(-1)?.timestamp ?? '';
    const received = async (query: string, count: number) => {
      const client = new Client(agent, `/sockets/events/${id}?${query}`, withKey);
      await waitFor(() => expect(client.frames.length).toBeGreaterThanOrEqual(count + 1));
      return client.frames.slice(1);
    };

    expect(await received('resend_mode=all', stored.length)).toEqual(stored);
    expect(await received('resend_all=true', stored.length)).toEqual(stored);
    const late = stored.filter((event) => event.timestamp >= since);
    expect(await received(`resend_mode=since&after_timestamp=${encodeURIComponent(since)}`, late.length)).toEqual(late);
    expect(await received('resend_mode=since', 0)).toEqual([]);
  });

  it("reports a client's mistakes and stays open", async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    const client = new Client(agent, `/sockets/events/${id}`, withKey);

    await client.send('{');
    await client.send({ role: 'system', content: [] });
    await client.send({ content: [{ type: 'text', text: 'no role' }] });
    await client.send({ type: 'auth', session_api_key: sessionKey });
    await client.send(aMessage('still here?'));

    await client.waitForFrame(isFinished);
    expect(client.frames.filter((frame) => frame.kind === 'ServerErrorEvent')).toHaveLength(3);
    expect((await agent.get(`/api/conversations/${id}/events/count?kind=ServerErrorEvent`)).body).toBe(0);
  });

  it('closes when the conversation is deleted, and when the server stops', async () => {
    const agent = await AgentProcess.start();
    const [deleted, kept] = [await agent.create(), await agent.create({ initial_message: aMessage('/wait 3000') })];
    const [one, two] = [deleted, kept].map((id) => new Client(agent, `/sockets/events/${id}`, withKey));
    await Promise.all([one, two].map((client) => client?.waitForFrame(isFullState)));

    await agent.send('DELETE', `/api/conversations/${deleted}`);
    expect(await one?.waitForClose()).toBe(4004);
    expect(await agent.end('SIGTERM')).toBe(0);

    expect(await two?.waitForClose()).toBe(1001);
    expect(two?.frames.slice(-2).map((frame) => frame.kind)).toEqual(['PauseEvent', 'ConversationStateUpdateEvent']);
  });

  it('refuses unknown socket paths', async () => {
    const agent = await AgentProcess.shared();

    expect(await handshake(agent, '/sockets/elsewhere')).toBe(404);
  });
});

async function handshake(agent: AgentProcess, path: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(agent.socketUrl + path, { headers });
  clients.add(socket);
  socket.on('error', () => undefined);
  return await new Promise((resolve) =>
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0)),
  );
}
