import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { follow, showResponse } from '../../../../../console/acs/follow/follow.ts';
import { idOf, type KeptEvent, lastEvent } from '../../../../../console/acs/follow/history.ts';
import { Output } from '../../../../../console/acs/output/output.ts';
import { ServiceClient } from '../../../../../shared/client/service-client.ts';
import { close, listen } from '../../../../support/http/servers.ts';

const at = (id: string, time: string, fields: object = {}) => ({
  ...{ id, kind: 'NewEvent', timestamp: `2026-11-24T${time}` },
  ...fields,
});

describe('follow', () => {
  let server: Server;
  let baseUrl: string;
  let sockets: WebSocketServer;
  let kept: ReturnType<typeof at>[];
  let ofAgent: ReturnType<typeof at>[];
  let isRunning: boolean;
  let refusal: number | undefined;
  let client: ServiceClient;
  let events: AsyncGenerator<KeptEvent, void>;

  beforeEach(async () => {
    [kept, ofAgent, isRunning, refusal] = [[], [], true, undefined];
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://service.test');
      const from = (url.searchParams.get('timestamp__gte') ?? '').replace('Z', '');
      const conversation = isRunning
        ? { sandbox_status: 'RUNNING', conversation_url: `${baseUrl}/api/conversations/1`, session_api_key: 'key' }
        : { sandbox_status: 'PAUSED', conversation_url: null, session_api_key: null };
      const isOfAgent = url.pathname === '/api/conversations/1/events/search';
      const items = isOfAgent ? ofAgent.slice(-1) : kept.filter(({ timestamp }) => timestamp >= from);
      const body = url.pathname.endsWith('/search') ? { items, next_page_id: null } : conversation;
      response.writeHead(refusal ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket, { url }) => {
      const from = new URL(url ?? '', 'http://agent.test').searchParams.get('after_timestamp') ?? '';
      socket.once('message', () => {
        for (const event of ofAgent) if (event.timestamp >= from.replace('Z', '')) socket.send(JSON.stringify(event));
      });
    });
    baseUrl = await listen(server);
    client = new ServiceClient({ baseUrl, apiKey: 'key', retries: { attempts: 1 } });
    events = follow(client, '1', { say: () => undefined, pace: { paused: 10, live: 30, hold: 30 } });
  });

  afterEach(async () => {
    await events.return();
    for (const socket of sockets.clients) socket.terminate();
    await close(server);
  });

  /** The ids of the next events. */
  async function next(count: number): Promise<readonly string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push(idOf((await events.next()).value ?? {}));
    return ids;
  }

  it('shows a late event of the history, however old it is', async () => {
    kept = [at('1', '08:00:00'), at('3', '12:00:00')];
    ofAgent = [at('1', '08:00:00'), at('2', '08:00:01'), at('3', '12:00:00')];
    expect(await next(3)).toEqual(['1', '3', '2']);
  });

  it('reads the history while the agent is silent', async () => {
    ofAgent = [at('1', '12:00:00')];
    expect(await next(1)).toEqual(['1']);
    kept = [at('1', '12:00:00'), at('2', '11:55:00')];
    expect(await next(1)).toEqual(['2']);
  });

  it('the agent resends events that a lost connection missed, though the history has newer ones', async () => {
    ofAgent = [at('1', '12:00:00')];
    expect(await next(1)).toEqual(['1']);
    ofAgent.push(at('2', '12:00:01'), at('3', '14:00:00'));
    kept = [at('3', '14:00:00')];
    for (const socket of sockets.clients) socket.terminate();
    expect(await next(2)).toEqual(['3', '2']);
  });

  it('reads the history again when the sandbox has paused, as its last events arrive late', async () => {
    ofAgent = [at('1', '08:00:00')];
    expect(await next(1)).toEqual(['1']);
    isRunning = false;
    kept = [at('3', '12:00:00')];
    for (const socket of sockets.clients) socket.terminate();
    expect(await next(1)).toEqual(['3']);
    kept.unshift(at('2', '11:59:00'));
    expect(await next(1)).toEqual(['2']);
  });

  it('an event that the agent sends while it resends older ones comes after them', async () => {
    ofAgent = [at('result', '12:00:02'), at('message', '12:00:00'), at('call', '12:00:01')];
    expect(await next(3)).toEqual(['message', 'call', 'result']);
    const live = [at('5', '12:00:09'), at('4', '12:00:08')];
    for (const socket of sockets.clients) for (const event of live) socket.send(JSON.stringify(event));
    expect(await next(2)).toEqual(['5', '4']);
  });

  it('waits for a busy service, and ends when the key is refused', async () => {
    refusal = 503;
    const first = next(1);
    await new Promise<void>((resolve) => server.once('request', () => resolve()));
    [refusal, kept] = [undefined, [at('1', '12:00:00')]];
    expect(await first).toEqual(['1']);
    refusal = 401;
    await expect(events.next()).rejects.toMatchObject({ status: 401 });
  });

  it('a response ends with the run that took the message, and shows nothing from before it', async () => {
    const says = (source: string, text: string) => ({
      ...{ kind: 'MessageEvent', source },
      llm_message: { content: [{ type: 'text', text }] },
    });
    const is = (value: string) => ({ kind: 'ConversationStateUpdateEvent', key: 'execution_status', value });
    const answer = at('2', '12:00:01.000001', says('agent', 'Old answer'));
    ofAgent = [at('1', '12:00:00', says('user', 'Go on')), answer];
    // The history lags behind the agent, so it has no answer yet.
    const after = await lastEvent(client, '1');
    expect(after).toEqual(answer);
    ofAgent.push(
      at('3', '12:00:01.000002', is('finished')),
      at('4', '12:00:02', says('user', 'Go on')),
      at('5', '12:00:03', is('running')),
      at('6', '12:00:04', says('agent', 'New answer')),
      at('7', '12:00:05', is('finished')),
      at('8', '12:00:06', says('user', 'Later')),
    );
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());

    await showResponse(client, '1', new Output({ json: false, utc: true }), { text: 'Go on', after });

    const lines = written.mock.calls.map(([line]) => String(line).slice(22).trim());
    expect(lines).toEqual([
      '· The agent finished',
      'user  Go on',
      '· The agent started working',
      'agent New answer',
      '· The agent finished',
    ]);
  });
});
