import { describe, expect, it } from 'vitest';
import { serviceRoute, withLocalService } from '../../../../../infra/local/cloud/edge-service.ts';
import { writeName } from '../../../../../shared/domain/sandboxes/ingress/name.ts';
import { deployedFunctionOf } from '../../../../support/edge/deployed-function.ts';
import { anEdge, anOrigin, send } from './an-edge.ts';

const addressId = 'abcdefghijklmnop';
const names = { 1: { key: 'a key of names' } };

/** An edge whose store has an entry for the sandbox, or none, in front of a task and the local service. */
async function anEdgeOf(entry: object | undefined) {
  const task = await anOrigin(({ url }, response) => response.end(`task ${url}`));
  const service = await anOrigin(({ url, headers }, response) => response.end(JSON.stringify({ url, headers })));
  const values: Record<string, unknown> = {
    names,
    [addressId]: entry,
    service: { host: '127.0.0.1', path: '/dev' },
  };
  const { port } = await anEdge(task.port, {
    function: deployedFunctionOf(withLocalService({ get: async (key) => JSON.stringify(values[key]) })),
    resolveSecure: serviceRoute(service.port),
  });
  const name = writeName({ keyNumber: 1, addressId, port: task.port, slot: 0 }, names[1].key);
  return { port, name, servicePort: service.port };
}

const running = { a: '3.208.0.1', g: 1, e: Date.now() / 1000 + 3600 };

describe('a name at the local edge', () => {
  it('leads to the task of its entry', async () => {
    const { port, name } = await anEdgeOf(running);

    expect((await send(port, `/${name}/api/x?y=1`)).body).toBe('task /api/x?y=1');
  });

  it('leads to the local service without an entry, by the host that the service knows', async () => {
    const { port, name, servicePort } = await anEdgeOf(undefined);

    const { status, body } = await send(port, `/${name}/api/x?y=1`, { method: 'POST', body: 'text' });

    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      headers: {
        host: `127.0.0.1:${servicePort}`,
        'content-length': '4',
        'x-sandbox-name': name,
        'x-sandbox-uri': `/${name}/api/x?y=1`,
        'x-sandbox-viewer': '127.0.0.1',
        'x-forwarded-host': `127.0.0.1:${port}`,
      },
    });
    expect(JSON.parse(body).url).toMatch(/^\/edge\??$/);
  });
});
