import { describe, expect, it } from 'vitest';
import { CODE_LIMIT, readCode } from '../../../../../infra/local/edge/edge-syntax.ts';
import { edgeCode } from '../../../../support/ingress/an-edge.ts';

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
