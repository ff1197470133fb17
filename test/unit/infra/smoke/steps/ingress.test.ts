import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Scene } from '../../../../../infra/smoke/scene.ts';
import { checkIngress, checkOldAddress, wake } from '../../../../../infra/smoke/steps/ingress.ts';
import { writeLabel } from '../../../../../shared/domain/sandboxes/ingress/label.ts';

const never = new AbortController().signal;
const label = writeLabel(
  { keyNumber: 1, name: 'AGENT_SERVER', address: '3.208.0.1', port: 8000, generation: 1, endsAt: 1_800_000_000 },
  'a key',
);

/** The edge's next response: a problem code, or none. */
let answer: { status: number; code?: string };
let asked: { url: string | undefined; key: string | undefined }[];
let edge: Server;
let base: string;

beforeEach(async () => {
  answer = { status: 403, code: 'sandbox_address_invalid' };
  asked = [];
  edge = createServer(({ url, headers }, response) => {
    asked.push({ url, key: headers['x-session-api-key']?.toString() });
    response.writeHead(answer.status, { 'x-amz-cf-id': 'an id' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(edge, 'listening');
  base = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
});

afterEach(() => edge.close().closeAllConnections());

function sceneAt(url: string, isLocal = true): Scene {
  const service = { baseUrl: 'http://127.0.0.1:1', isLocal, apiKey: 'a key', access: undefined };
  const scene = new Scene(service, { spec: undefined, withoutModel: false });
  scene.agent = { url: `${url}/api/conversations/1a`, sessionKey: 'secret' };
  return scene;
}

describe('the step ingress', () => {
  it('finds an edge that refuses a changed label, and sends it no session key', async () => {
    const scene = sceneAt(`${base}/${label}`);

    expect(await checkIngress(scene, never)).toBe(`path form at ${base}/{label}; a changed label is refused`);
    expect(asked).toEqual([{ url: expect.not.stringContaining(label), key: undefined }]);
    expect(scene.sights).toEqual({ form: 'path', isCloudFront: true });
  });

  it.each([
    [{ status: 200 }, '200 without a problem detail'],
    [{ status: 403, code: 'forbidden' }, '403 forbidden'],
    [{ status: 503, code: 'unavailable' }, '503 unavailable'],
  ])('fails when the edge answers %j to a changed label', async (given, words) => {
    answer = given;

    await expect(checkIngress(sceneAt(`${base}/${label}`), never)).rejects.toThrow(words);
  });

  it('fails on a deployed service whose edge has no TLS', async () => {
    await expect(checkIngress(sceneAt(`${base}/${label}`, false), never)).rejects.toThrow('has no TLS');
    expect(asked).toEqual([]);
  });

  it('finds the port of the local edge that leads to one sandbox', async () => {
    const scene = sceneAt(base);

    expect(await checkIngress(scene, never)).toBe(`port form at ${base}`);
    expect(scene.sights).toEqual({ form: 'port' });
    answer = { status: 410, code: 'sandbox_moved' };
    expect(await checkOldAddress(scene, never)).toBe('returns 410 sandbox_moved');
  });

  it('names a direct address, and sends nothing', async () => {
    expect(await checkIngress(sceneAt(base, false), never)).toContain('direct');
    expect(asked).toEqual([]);
  });
});

describe('the step old address', () => {
  it.each([410, 502, 504])('accepts %i sandbox_moved, and sends no session key', async (status) => {
    answer = { status, code: 'sandbox_moved' };

    expect(await checkOldAddress(sceneAt(`${base}/${label}`), never)).toBe(`returns ${status} sandbox_moved`);
    expect(asked).toEqual([{ url: expect.stringContaining(label), key: undefined }]);
  });

  it.each([{ status: 200 }, { status: 502 }, { status: 403, code: 'sandbox_address_invalid' }])(
    'fails in time if the address keeps answering %j',
    async (given) => {
      answer = given;
      const deadline = new AbortController();
      edge.once('request', () => setImmediate(() => deadline.abort(new Error('It took too long.'))));

      await expect(checkOldAddress(sceneAt(`${base}/${label}`), deadline.signal)).rejects.toThrow('It took too long.');
    },
  );
});

describe('the step wake', () => {
  const paused = { status: 409, code: 'sandbox_paused' };
  const starting = { status: 503, code: 'sandbox_starting' };

  /** A scene whose old address has said that the sandbox is paused. */
  async function pausedScene(): Promise<Scene> {
    const scene = sceneAt(`${base}/${label}`);
    answer = paused;
    await checkOldAddress(scene, never);
    asked = [];
    return scene;
  }

  /** The edge's next responses, one for each request. */
  function answerInTurn(first: typeof answer, ...rest: readonly (typeof answer)[]): void {
    answer = first;
    const turns = [...rest];
    edge.on('request', () =>
      setImmediate(() => {
        answer = turns.shift() ?? answer;
      }),
    );
  }

  it('sends the session key to the lasting address until the agent responds there', async () => {
    const scene = await pausedScene();
    answerInTurn(starting, { status: 503, code: 'unavailable' }, { status: 307 }, { status: 200 });

    expect(await wake(scene, never)).toBe(
      '503 sandbox_starting → 503 unavailable → 307 without a problem detail → the agent responds at the same address',
    );
    expect(new Set(asked.map(({ url }) => url))).toEqual(new Set([`/${label}/api/conversations/1a`]));
    expect(asked.every(({ key }) => key === 'secret')).toBe(true);
  });

  it.each([paused, { status: 429, code: 'quota_exceeded' }, { status: 410, code: 'gone' }])(
    'fails at once when the address answers %j',
    async (given) => {
      const scene = await pausedScene();
      answer = given;

      await expect(wake(scene, never)).rejects.toThrow(`returns ${given.status} ${given.code} instead of waking`);
      expect(asked).toHaveLength(1);
    },
  );

  it('fails when the agent of a paused sandbox responds', async () => {
    const scene = await pausedScene();
    answer = { status: 200 };

    await expect(wake(scene, never)).rejects.toThrow('although no request woke it');
  });

  it('sends no key to an address that does not last', async () => {
    const scene = sceneAt(`${base}/${label}`);
    answer = { status: 410, code: 'sandbox_moved' };
    await checkOldAddress(scene, never);
    asked = [];

    expect(await wake(scene, never)).toContain('does not last');
    expect(asked).toEqual([]);
  });
});
