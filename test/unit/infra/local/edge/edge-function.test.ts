import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EdgeFunction, type KeyValues, type ViewerRequest } from '../../../../../infra/local/edge/edge-function.ts';
import { CODE_LIMIT, readCode } from '../../../../../infra/local/edge/edge-syntax.ts';
import { aViewerRequest, DISTRIBUTION, edgeCode, NOW } from '../../../../support/ingress/an-edge.ts';

const store: KeyValues = {
  get: async (key) => {
    if (key === 'broken') throw new Error('the store is away');
    return { text: 'a value', object: '{"a":[1]}' }[key];
  },
};

const imports = "import cf from 'cloudfront'; import crypto from 'crypto';";

/** Runs the body of a handler. @returns the value of its last expression */
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
    ['an endless loop', 'function handler() { for (;;) {} }'],
    ['a promise that never settles', 'function handler() { return new Promise(function () {}); }'],
  ])('is answered with 503, and the next run is as new: %s', async (_name, code) => {
    const guard = code.replace('{', "{ if (arguments[0].request.uri === '/ends') return { statusCode: 204 };");
    const edge = new EdgeFunction(`${imports}${guard}`, store);

    await expect(edge.run(aViewerRequest())).rejects.toMatchObject({ name: 'EdgeFunctionError', status: 503 });
    expect(await edge.run(aViewerRequest({ uri: '/ends' }))).toMatchObject({ status: 204 });
  });
});

const handler = 'function handler(event) { return event.request; }';

describe('code that the runtime 2.0 documents', () => {
  it.each([
    ['the deployed function', edgeCode()],
    ['const and let', `const a = 1; let b = a; ${handler}`],
    [
      'async and await',
      'async function handler(event) { const a = await other(); return a; }\nasync function other() {}',
    ],
    ['arrow functions', `const f = (a) => a + 1; ${handler}`],
    ['rest parameters', `function f(...all) { return all; } ${handler}`],
    ['template literals', `const t = \`a\${1 + 1}b\${\`c\`}\`; ${handler}`],
    ['powers', `const p = 2 ** 3; ${handler}`],
    ['getters', `const o = { get a() { return 1; }, b: 2, }; ${handler}`],
    [
      'for-in, labels and switch',
      `a: for (const k in {}) { switch (k) { case '1': continue a; default: break a; } } ${handler}`,
    ],
    ['try with a name', `try { throw new Error('x'); } catch (error) {} finally {} ${handler}`],
    ['regular expressions', `const r = /a(?<name>b)/g.test('ab'); ${handler}`],
  ])('is taken: %s', (_name, code) => {
    expect(readCode(code).body).toContain('handler');
  });

  it('has blanks for its imports, so that lines stay', () => {
    const code = `import cf from 'cloudfront';\n${handler}\nimport c from 'crypto';`;

    const { imports, body } = readCode(code);

    expect(imports).toEqual([
      { name: 'cf', module: 'cloudfront' },
      { name: 'c', module: 'crypto' },
    ]);
    expect(body.split('\n').map((line) => line.trimEnd())).toEqual(['', handler, '']);
    expect(body).toHaveLength(code.length);
  });
});

describe('code that the runtime 2.0 does not document', () => {
  it.each([
    ['destructuring of an object', 'const { a } = {};'],
    ['destructuring of an array', 'let [a] = [];'],
    ['destructuring of a parameter', 'function f({ a }) {}'],
    ['destructuring in an assignment', 'let a; [a] = [1];'],
    ['destructuring in a loop', 'let a; for ([a] in {}) {}'],
    ['optional chaining', 'const a = {}; a?.b;'],
    ['optional calls', 'const a = {}; a.b?.();'],
    ['spread in an array', 'const a = [...[]];'],
    ['spread in an object', 'const a = { ...{} };'],
    ['spread in a call', 'Math.max(...[1]);'],
    ['for-of', 'for (const a of []) {}'],
    ['classes', 'class A {}'],
    ['class expressions', 'const A = class {};'],
    ['generators', 'function* f() {}'],
    ['methods', 'const a = { f() {} };'],
    ['shorthand properties', 'const a = 1; const b = { a };'],
    ['computed properties', "const b = { ['a']: 1 };"],
    ['default parameters', 'function f(a = 1) {}'],
    ['nullish coalescing', 'const a = null ?? 1;'],
    ['logical assignment', 'let a; a ||= 1;'],
    ['assignment of powers', 'let a = 1; a **= 2;'],
    ['tagged templates', 'const a = String.raw`a`;'],
    ['big integers', 'const a = 1n;'],
    ['catch without a name', 'try {} catch {}'],
    ['a comma after the last argument', 'Math.max(1, 2,);'],
    ['a comma after the last parameter', 'function f(a,) {}'],
    ['await in an argument', 'async function f() { Math.max(await 1); }'],
    ['await deeper in an argument', 'async function f() { Math.max([1 + (await 1)]); }'],
    ['an async arrow function', 'const f = async () => {};'],
    ['an async function expression', 'const f = async function () {};'],
    ['an async function in a function', 'function f() { async function g() {} }'],
    ['eval', "eval('1');"],
    ['eval by another name', 'const e = eval;'],
    ['dynamic import', "import('crypto');"],
    ['import.meta', 'import.meta.url;'],
    ['exports', 'export const a = 1;'],
    ['new.target', 'function f() { new.target; }'],
    ['debugger', 'debugger;'],
    ['with', 'with ({}) {}'],
    ['await outside of functions', 'await 1;'],
    ['return outside of functions', 'return 1;'],
    ['code that is cut off', 'function f() {'],
    ['code that would leave its wrapper', 'return handler; }); (function () {'],
    ['types', 'const a: number = 1;'],
    ['another module', "import fs from 'fs';"],
    ['another module of Node', "import fs from 'node:fs';"],
    ['a module that this edge lacks', "import qs from 'querystring';"],
    ['named imports', "import { createHmac } from 'crypto';"],
    ['an import of everything', "import * as crypto from 'crypto';"],
    ['an import for its side effect', "import 'crypto';"],
  ])('is refused: %s', (_name, code) => {
    expect(() => readCode(`${code}\n${handler}`)).toThrow(SyntaxError);
  });

  it('is named with its line', () => {
    expect(() => readCode(`${handler}\n\nclass A {}`)).toThrow(
      "the runtime 2.0 of CloudFront's functions does not document ClassDeclaration (line 3)",
    );
  });

  it('is any without a handler', () => {
    expect(() => readCode('const handler = 1;')).toThrow("the function at the edge has no function 'handler'");
  });

  it('is any over the limit, counted in bytes', () => {
    const full = `${handler}//${'é'.repeat((CODE_LIMIT - handler.length - 2) / 2)}`;

    expect(readCode(full.padEnd(full.length + CODE_LIMIT - Buffer.byteLength(full))).imports).toEqual([]);
    expect(() => readCode(`${full}éé`)).toThrow(/the function has 1024\d bytes; CloudFront takes 10240/);
  });
});
