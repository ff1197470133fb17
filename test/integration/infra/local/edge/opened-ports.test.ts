import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { serviceRoute, withLocalService } from '../../../../../infra/local/cloud/edge-service.ts';
import { readEdgeSettings } from '../../../../../infra/local/edge/edge-settings.ts';
import { entryOf } from '../../../../../shared/domain/sandboxes/edge/edge-row.ts';
import { EdgePortAddresses } from '../../../../../shared/domain/sandboxes/ports/port-addresses.ts';
import type { OpenedPort } from '../../../../../shared/domain/sandboxes/record/opened-port.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aDistribution, aResponseHeadersPolicy, somePages } from '../../../../support/edge/a-distribution.ts';
import { deployedFunctionOf } from '../../../../support/edge/deployed-function.ts';
import { deployedResponseFunction } from '../../../../support/ingress/a-response-function.ts';
import { aRunningSandbox, noon } from '../../../../support/sandboxes/sandbox-data.ts';
import { nameKey, WakingScene } from '../../../../support/sandboxes/waking-scene.ts';
import { anEdge, anOrigin, send } from './an-edge.ts';

const domain = 'sandboxes.test';
const { ResponseHeadersPolicyConfig: shared } = aResponseHeadersPolicy;
const ownHosts = { ResponseHeadersPolicyConfig: { ...shared, RemoveHeadersConfig: { Items: [] } } };
const settings = readEdgeSettings(aDistribution(), ownHosts, somePages);
const addresses = new EdgePortAddresses({ forNames: async () => nameKey }, `https://{label}.${domain}`);
const opened = {
  name: null,
  access: 'key',
  wake: 'never',
  expires_at: null,
  opened_at: noon,
  opened_by: null,
} as const;

/** The service, which answers what the edge asks it. */
async function serve(scene: WakingScene, { method, headers }: IncomingMessage, response: ServerResponse) {
  const given = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, String(value)]));
  const answer = await scene.request('', { ...(method && { method }), headers: given });
  response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.body);
}

/** Through the deployed functions and the service's own answers, as in a deployment with a domain. */
describe('an opened port at the local edge', () => {
  let scene: WakingScene;
  let sandbox: Sandbox;
  let edgePort: number;
  /** What the task got. */
  let received: IncomingMessage[];

  beforeEach(async () => {
    scene = new WakingScene();
    scene.clock.set(new Date().toISOString());
    received = [];
    const task = await anOrigin((request, response) => {
      received.push(request);
      response.end('the app');
    });
    const ports: OpenedPort[] = [8, 9].map((slot) => ({ ...opened, slot, port: task.port }));
    const deadline_at = new Date(Date.now() + 3_600_000).toISOString();
    sandbox = await scene.add(aRunningSandbox({ opened_ports: ports, deadline_at }));
    const service = await anOrigin((request, response) => void serve(scene, request, response));
    const values: Record<string, unknown> = {
      names: { [nameKey.number]: { key: nameKey.key } },
      service: { host: '127.0.0.1', path: '/dev' },
    };
    const get = async (key: string) =>
      JSON.stringify(key === sandbox.address_id ? entryOf(sandbox, '3.208.0.1') : values[key]);
    const edge = await anEdge(task.port, {
      function: deployedFunctionOf(withLocalService({ get }), domain),
      responseFunction: deployedResponseFunction(),
      resolveSecure: serviceRoute(service.port),
      settings,
    });
    edgePort = edge.port;
  });

  const portAt = (slot: number) => sandbox.opened_ports.find((one) => one.slot === slot) as OpenedPort;

  async function link(slot = 8, path = '/page?a=1'): Promise<string> {
    const linkTo = await addresses.links();
    return linkTo?.(sandbox, portAt(slot), path, Math.floor(Date.now() / 1000) + 60) ?? '';
  }

  /** A browser opens a URL of a port. */
  function open(url: string, cookie?: string) {
    const { host, pathname, search } = new URL(url);
    const headers = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', ...(cookie && { cookie }) };
    return send(edgePort, pathname + search, { headers });
  }

  async function letIn(slot = 8): Promise<string> {
    const { headers } = await open(await link(slot));
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  }

  function change(fields: Partial<Sandbox>): void {
    const next = changed(sandbox, scene.clock.now(), fields);
    scene.sandboxes.apply([{ previous: sandbox, next }]);
    sandbox = next;
  }

  const urlOf = async (slot = 8) => (await addresses.urls())?.(sandbox, portAt(slot)) ?? '';

  it('opens by a link, whose cookie the edge then admits and keeps from the app', async () => {
    const first = await open(await link());

    expect([first.status, first.headers.location]).toEqual([303, '/page?a=1']);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-sandbox-port=\d+\.[0-9a-f]{64}; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const second = await open(`${await urlOf()}${first.headers.location}`, `of=the-app; ${cookie}`);
    expect([second.status, second.body]).toEqual([200, 'the app']);
    expect(received.map(({ url, headers }) => [url, headers.cookie])).toEqual([['/page?a=1', 'of=the-app']]);
  });

  it('shows a page that says how to open it, without a cookie and with one of another port', async () => {
    for (const cookie of [undefined, await letIn(9)]) {
      const { status, headers, body } = await open(await urlOf(8), cookie);

      expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
      expect(body).toContain('open-in-browser');
    }
    expect(received).toEqual([]);
  });

  it('refuses the cookie after a rotation of the session key', async () => {
    const cookie = await letIn();
    change({ edge_key_hash: 'of another key'.padEnd(22, '-') });

    expect((await open(await urlOf(), cookie)).status).toBe(401);
  });

  it('leads nowhere after its end, with a cookie and by a new link', async () => {
    const [url, later, cookie] = [await urlOf(), await link(), await letIn()];
    change({ opened_ports: [{ ...portAt(8), expires_at: new Date(Date.now() - 1_000).toISOString() }] });

    expect([(await open(url, cookie)).status, (await open(later)).status]).toEqual([410, 410]);
    expect(received).toEqual([]);
  });
});
