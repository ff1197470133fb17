import { App, Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { settingsFor } from '../../../../../infra/config.ts';
import { ServiceApi } from '../../../../../infra/constructs/rest-api.ts';
import { loadAssembly } from '../../../../../infra/local/assembly/assembly.ts';
import { createGateway, type Gateway } from '../../../../../infra/local/gateway/gateway.ts';
import { defineEndpoint } from '../../../../../shared/contract/endpoint/endpoint.ts';
import { implement } from '../../../../../shared/http/operation/operation.ts';
import { invoke } from '../../../../support/http/invoke.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';

const origin = 'https://app.example.com';
const value = { items: [], words: ['$input.body', '#if($a) #end', '## no comment', '"', '\\', 'ü'], next: null };

const open = defineEndpoint(() => ({
  id: 'get-constant',
  area: 'service',
  method: 'GET',
  path: '/constants',
  summary: 'Always the same',
  access: 'open',
  generation: 'v1',
  constant: value,
  success: { status: 200, body: z.record(z.string(), z.unknown()) },
  errors: [],
}));
const behindKey = defineEndpoint(() => ({
  ...open,
  id: 'get-private-constant',
  path: '/constants/mine',
  access: 'key',
}));
const legacy = defineEndpoint(() => ({
  ...open,
  id: 'get-old-constant',
  path: '/constants/old',
  generation: 'legacy',
}));

describe('an endpoint with a constant response', () => {
  const directory = folderOfFile();
  let gateway: Gateway;
  let url: string;
  let asked = 0;

  beforeAll(async () => {
    const app = new App({ outdir: directory, analyticsReporting: false, builtinCloudFormationValidation: false });
    const stack = new Stack(app, 'Constants');
    const given: Record<string, unknown> = { stage: 'local', allowedOrigins: origin, legacySunset: '2027-06-01' };
    const settings = settingsFor((key) => given[key]);
    new ServiceApi(stack, 'Api', [open, behindKey, legacy], settings);
    app.synth();
    const functions = {
      invoke: async () => {
        asked += 1;
        const Statement = [{ Effect: 'Deny', Action: 'execute-api:Invoke', Resource: '*' }];
        return { payload: { principalId: 'ann', policyDocument: { Version: '2012-10-17', Statement } } };
      },
    };
    const invokeStreaming = (): never => {
      throw new Error('No endpoint streams.');
    };
    const assembly = loadAssembly(directory, { region: 'us-east-1', accountId: '000000000000' });
    gateway = createGateway({ assembly, functions: { ...functions, invokeStreaming }, log: () => undefined });
    url = `http://127.0.0.1:${await gateway.listen(0)}`;
  });

  afterAll(() => gateway.stop());

  it('returns it without calling a function, for any parameters', async () => {
    const answer = await fetch(`${url}/constants?limit=abc`);

    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(value);
    expect(asked).toBe(0);
  });

  it('returns the headers that a function would send', async () => {
    const answer = await fetch(`${url}/constants`, { headers: { Origin: origin } });
    const computed = await invoke(
      implement(open, async () => value),
      {},
      { headers: { Origin: origin } },
    );

    // API Gateway cannot evaluate conditional requests, so it sends no ETag.
    const { ETag: _, ...headers } = computed.headers;
    const expected = { ...headers, 'X-Request-Id': expect.any(String) };
    for (const [name, text] of Object.entries(expected)) expect([name, answer.headers.get(name)]).toEqual([name, text]);
    expect(answer.headers.get('X-Request-Id')).toBe(answer.headers.get('x-amzn-RequestId'));
  });

  it('answers HEAD with the same headers and no body', async () => {
    const [get, head] = await Promise.all([fetch(`${url}/constants`), fetch(`${url}/constants`, { method: 'HEAD' })]);
    const ofAll = ({ headers }: Response) =>
      [...headers].filter(([name]) => !/^(date|connection|keep-alive|content-length|x-.*id)$/.test(name)).sort();

    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(ofAll(head)).toEqual(ofAll(get));
  });

  it('requires a key when its contract does', async () => {
    const answer = await fetch(`${url}/constants/mine`);

    expect(answer.status).toBe(403);
    expect(asked).toBe(1);
  });

  it('announces its deprecation when it is a legacy endpoint', async () => {
    const { headers } = await fetch(`${url}/constants/old`);

    expect(headers.get('Deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('Sunset')).toBe('Tue, 01 Jun 2027 00:00:00 GMT');
  });

  it('answers preflights and wrong methods as other endpoints do', async () => {
    const preflight = await fetch(`${url}/constants`, { method: 'OPTIONS', headers: { Origin: origin } });
    const wrong = await fetch(`${url}/constants`, { method: 'PUT', body: '{}' });

    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, origin]);
    expect(await preflight.text()).toBe('');
    expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await wrong.json()).toMatchObject({ code: 'method_not_allowed' });
  });
});
