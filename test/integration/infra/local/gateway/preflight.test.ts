import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAssembly } from '../../../../../infra/local/assembly/assembly.ts';
import { createGateway, type Gateway } from '../../../../../infra/local/gateway/gateway.ts';
import { Synthesis } from '../../../../infra/synthesis.ts';

const origins = ['https://a.example', 'https://b.example'];

/** Header names go out as they are written here, which fetch would not do. */
function preflight(port: number, headers: Record<string, string>): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path: '/api/v1/sandboxes', method: 'OPTIONS', headers },
      (answer) => {
        answer.resume();
        resolve(answer.headers);
      },
    );
    call.on('error', reject).end();
  });
}

describe('preflight of the real template with several allowed origins', () => {
  let synthesis: Synthesis;
  let gateway: Gateway;
  let port: number;

  beforeAll(async () => {
    synthesis = new Synthesis({ stage: 'local', context: { allowedOrigins: origins.join(',') } });
    const assembly = loadAssembly(synthesis.directory, { region: 'us-east-1', accountId: '000000000000' });
    const asked = (): never => {
      throw new Error('a preflight asks no function');
    };
    const functions = { invoke: asked, invokeStreaming: asked };
    gateway = createGateway({ assembly, functions, log: () => undefined });
    port = await gateway.listen(0, '127.0.0.1');
  });

  afterAll(async () => {
    await gateway.stop();
    synthesis.remove();
  });

  it.each(
    origins.flatMap((origin) => [
      ['Origin', origin],
      ['origin', origin],
    ]),
  )('allows %s: %s', async (name, origin) => {
    const headers = await preflight(port, { [name]: origin });

    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers.vary).toBe('Origin');
  });

  it('answers a foreign origin with an allowed one, so that the browser refuses it', async () => {
    const headers = await preflight(port, { Origin: 'https://evil.example' });

    expect(headers['access-control-allow-origin']).toBe('https://a.example');
  });
});
