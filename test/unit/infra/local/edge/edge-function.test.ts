import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EdgeFunction, type KeyValues, type ViewerRequest } from '../../../../../infra/local/edge/edge-function.ts';
import { aViewerRequest, DISTRIBUTION, NOW } from '../../../../support/ingress/an-edge.ts';

const store: KeyValues = {
  get: async (key) => {
    if (key === 'broken') throw new Error('the store is away');
    return { text: 'a value', object: '{"a":[1]}' }[key];
  },
};

const imports = "import cf from 'cloudfront'; import crypto from 'crypto';";

/** Runs the body of a handler that ends with a value, and gives back the value. */
async function valueIn(body: string, request: Partial<ViewerRequest> = {}): Promise<unknown> {
  const code = `${imports}
    async function handler(event) {
      const value = await body(event);
      return { statusCode: 200, body: JSON.stringify({ value: value }) };
    }
    async function body(event) { ${body} }`;
  const edge = new EdgeFunction(code, store, { now: () => new Date(NOW * 1000) });
  const verdict = await edge.run(aViewerRequest(request));
  if (verdict.kind !== 'answer') throw new Error('it was forwarded');
  return JSON.parse(verdict.body).value;
}

describe('the language of a function', () => {
  it.each(['process', 'require', 'fetch', 'setTimeout', 'setInterval', 'queueMicrotask', 'Buffer', 'global'])(
    'has no %s',
    async (name) => {
      expect(await valueIn(`return typeof ${name};`)).toBe('undefined');
    },
  );

  it.each(["new Function('return 1')()", "(function () {}).constructor('return 1')()"])(
    'makes no code of texts: %s',
    async (expression) => {
      const caught = `try { ${expression}; return 'it ran'; } catch (error) { return error.name; }`;

      expect(await valueIn(caught)).toBe('EvalError');
    },
  );

  it('is strict', async () => {
    expect(await valueIn('try { undeclared = 1; return 1; } catch (error) { return error.name; }')).toBe(
      'ReferenceError',
    );
    expect(await valueIn('return this === undefined;')).toBe(true);
  });

  it('has the time of its clock', async () => {
    expect(await valueIn("await cf.kvs().get('text'); return [Date.now(), new Date().getTime()];")).toEqual([
      NOW * 1000,
      NOW * 1000,
    ]);
    expect(await valueIn('return new Date(0).toISOString();')).toBe('1970-01-01T00:00:00.000Z');
  });

  it('keeps nothing from one run to the next', async () => {
    const code = `let runs = 0;
      function handler(event) {
        runs += 1;
        return { statusCode: 200, body: String(runs) };
      }`;
    const edge = new EdgeFunction(code, store);

    expect(await edge.run(aViewerRequest())).toMatchObject({ body: '1' });
    expect(await edge.run(aViewerRequest())).toMatchObject({ body: '1' });
  });
});

describe('the modules of a function', () => {
  it.each(['hex', 'base64', 'base64url'] as const)('digest as Node does, in %s', async (encoding) => {
    const [hash, hmac] = [createHash('sha256').update('aébc'), createHmac('sha256', 'kéy').update('abc')];

    expect(await valueIn(`return crypto.createHash('sha256').update('aé').update('bc').digest('${encoding}');`)).toBe(
      hash.digest(encoding),
    );
    expect(await valueIn(`return crypto.createHmac('sha256', 'kéy').update('abc').digest('${encoding}');`)).toBe(
      hmac.digest(encoding),
    );
  });

  it.each([
    "crypto.createHash('sha512')",
    "crypto.createHash('sha256').digest('binary')",
    "crypto.createHash('sha256').update(1)",
    "crypto.createHmac('sha256')",
    'crypto.randomBytes(1)',
    "cf.kvs().put('a', 'b')",
    'cf.kvs().get(1)',
    "cf.kvs().get('text', { format: 'yaml' })",
  ])('throw for what is not documented: %s', async (expression) => {
    expect(await valueIn(`try { ${expression}; return ''; } catch (error) { return error.name; }`)).toBe('TypeError');
  });

  it('read the store, as text and as JSON, and throw for an unknown key', async () => {
    const read = (key: string, options: string) =>
      valueIn(
        `try { const a = await cf.kvs().get('${key}'${options}); return a; } catch (error) { return error.message; }`,
      );

    expect(await read('text', '')).toBe('a value');
    expect(await read('object', '')).toBe('{"a":[1]}');
    expect(await read('object', ", { format: 'json' }")).toEqual({ a: [1] });
    expect(await read('unknown', '')).toBe("the store has no key 'unknown'");
    expect(await read('broken', '')).toBe('Error: the store is away');
    expect(await read('text', ", { format: 'json' }")).toMatch(/JSON/);
  });
});

describe('the event of a function', () => {
  it('has the form that CloudFront documents', async () => {
    const request = aViewerRequest({
      method: 'POST',
      uri: '/a%20b',
      query: 'one=1&many=a&flag&many=b',
      headers: {
        accept: ['text/html', 'text/plain'],
        cookie: ['a=1; b=x=y', 'a=2'],
        upgrade: ['h2c'],
        'x-real-ip': ['1'],
      },
    });

    expect(await valueIn('return event;', request)).toEqual({
      version: '1.0',
      context: {
        distributionDomainName: DISTRIBUTION,
        distributionId: 'ELOCALEDGE',
        eventType: 'viewer-request',
        requestId: 'request-1',
      },
      viewer: { ip: '198.51.100.7' },
      request: {
        method: 'POST',
        uri: '/a%20b',
        querystring: {
          one: { value: '1' },
          many: { value: 'a', multiValue: [{ value: 'a' }, { value: 'b' }] },
          flag: { value: '' },
        },
        headers: {
          host: { value: DISTRIBUTION },
          accept: { value: 'text/html', multiValue: [{ value: 'text/html' }, { value: 'text/plain' }] },
        },
        cookies: {
          a: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] },
          b: { value: 'x=y' },
        },
      },
    });
  });

  it('has the raw query', async () => {
    expect(await valueIn('return event.request.rawQueryString();', { query: 'b=%41&a' })).toBe('b=%41&a');
    expect(await valueIn('return typeof event.request.rawQueryString();')).toBe('undefined');
  });
});

describe('a function that fails', () => {
  it.each([
    ['an error', "function handler() { throw new Error('x'); }"],
    ['a promise that never settles', 'function handler() { return new Promise(function () {}); }'],
  ])('is answered with 503, and the next run is as new: %s', async (_name, code) => {
    const guard = code.replace('{', "{ if (arguments[0].request.uri === '/ends') return { statusCode: 204 };");
    const edge = new EdgeFunction(`${imports}${guard}`, store);

    await expect(edge.run(aViewerRequest())).rejects.toMatchObject({ name: 'EdgeFunctionError', status: 503 });
    expect(await edge.run(aViewerRequest({ uri: '/ends' }))).toMatchObject({ status: 204 });
  });
});
