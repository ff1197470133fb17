import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every import of the project's own code; packages keep their names, files become paths from the root. */
const imports: readonly Import[] = globSync('{functions,infra,shared}/**/*.{ts,mjs}', { cwd: root }).flatMap((from) => {
  const source = readFileSync(join(root, from), 'utf8');
  const names = [...source.matchAll(/(?:from|import\()\s*'([^']+)'|^import\s+'([^']+)'/gm)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  return names.map((name) => ({
    from,
    to: name.startsWith('.') ? relative(root, join(root, from, '..', name)) : name,
  }));
});

function offenders(from: RegExp, allowed: (to: string, from: string) => boolean): readonly string[] {
  return imports
    .filter((line) => from.test(line.from) && !allowed(line.to, line.from))
    .map(({ from, to }) => `${from} -> ${to}`);
}

const isOwn = (to: string) =>
  /^(functions|infra|shared|test|docs)\//.test(to) || to === 'package.json' || to === 'cdk.json';
const inShared = (to: string) => to.startsWith('shared/');

describe('imports', () => {
  it('finds imports at all', () => {
    expect(imports.length).toBeGreaterThan(300);
  });

  it('shared needs nothing but shared', () => {
    // The reference of the interface is made of its description.
    const isDocument = (to: string, from: string) =>
      to === 'docs/openapi.json' && from === 'shared/api-docs/committed-document.ts';
    expect(offenders(/^shared\//, (to, from) => !isOwn(to) || inShared(to) || isDocument(to, from))).toEqual([]);
  });

  it('the contract knows zod and its own, and no store', () => {
    const allowed = /^shared\/(contract\/|http\/(endpoint|scopes)\.ts|ids\.ts)/;
    expect(offenders(/^shared\/contract\//, (to) => to === 'zod' || allowed.test(to))).toEqual([]);
  });

  it('a function knows shared, and neither another function nor the route table, which would bundle every schema', () => {
    const isAllowed = (to: string) =>
      !isOwn(to) || to === 'package.json' || (inShared(to) && to !== 'shared/contract/index.ts');
    expect(offenders(/^functions\//, isAllowed)).toEqual([]);
  });

  it('nothing that ships imports the route table', () => {
    expect(offenders(/^shared\/(?!contract\/index)/, (to) => to !== 'shared/contract/index.ts')).toEqual([]);
  });

  it('the deployment knows the contract and the names that it shares with functions, and no store and no SDK', () => {
    const deployment = /^infra\/(app|config|access|build|workers)\.ts$|^infra\/(stacks|constructs|specs)\//;
    const allowed =
      /^shared\/(contract\/|http\/|sandbox-specs\/sandbox-spec\.ts|errors\.ts|metrics\.ts|sandboxes\/disk-tags\.ts)/;
    const isAllowed = (to: string) => (isOwn(to) ? !inShared(to) || allowed.test(to) : !to.startsWith('@aws-sdk/'));
    expect(offenders(deployment, isAllowed)).toEqual([]);
  });

  it('nothing imports tests', () => {
    expect(offenders(/./, (to) => !to.startsWith('test/'))).toEqual([]);
  });

  it('the CDK stays in infra', () => {
    const isCdk = (to: string) => /^(aws-cdk-lib|constructs|cdk-nag)/.test(to);
    expect(offenders(/^(functions|shared)\//, (to) => !isCdk(to))).toEqual([]);
  });

  it('zod comes as a namespace, as its named import bundles every language', () => {
    const files = globSync('{functions,infra,shared}/**/*.ts', { cwd: root });
    expect(
      files.filter((file) => /import (type )?\{[^}]*\} from 'zod'/.test(readFileSync(join(root, file), 'utf8'))),
    ).toEqual([]);
  });
});
