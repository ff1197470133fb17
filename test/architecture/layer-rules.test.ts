import { describe, expect, it } from 'vitest';
import type { Import } from './import-graph.ts';
import { importCircles, refusedImports, strayFiles, upwardImports } from './layer-rules.ts';

function graph(...lines: readonly string[]): readonly Import[] {
  return lines.map((line) => {
    const [from = '', to = ''] = line.split(' > ');
    return { from, to };
  });
}

describe('layer rules', () => {
  it('refuse each import of a higher layer, with both files in the message', () => {
    expect(upwardImports(graph('shared/domain/keys/a.ts > shared/http/serve/b.ts'))).toEqual([
      'shared/domain/keys/a.ts imports shared/http/serve/b.ts: the layer domain may import itself, contract, presentation, rights, platform, and not http.',
    ]);
    const refused = graph(
      'shared/contract/a.ts > shared/platform/b.ts',
      'shared/platform/a.ts > shared/domain/keys/b.ts',
      'shared/http/a.ts > shared/wiring/b.ts',
      'shared/client/a.ts > shared/platform/b.ts',
      'shared/wiring/a.ts > functions/keys/b.ts',
      'functions/keys/a.ts > infra/b.ts',
      'functions/keys/a.ts > shared/client/b.ts',
      'infra/local/a.ts > functions/keys/b.ts',
      'shared/presentation/a.ts > shared/domain/keys/b.ts',
      'console/src/ui/a.ts > shared/domain/keys/b.ts',
      'console/acs/output/a.ts > console/src/ui/b.ts',
      'console/acs/output/a.ts > shared/contract/b.ts',
    );
    expect(upwardImports(refused)).toHaveLength(refused.length);
  });

  it('allow each import of a lower layer and of the same layer', () => {
    const allowed = graph(
      'shared/http/a.ts > shared/domain/keys/b.ts',
      'shared/client/a.ts > shared/contract/b.ts',
      'functions/keys/a.ts > shared/wiring/b.ts',
      'infra/app.ts > infra/stacks/b.ts',
      'infra/keys/a.ts > shared/domain/keys/b.ts',
      'shared/contract/a.ts > zod',
    );
    expect([...upwardImports(allowed), ...refusedImports(allowed), ...importCircles(allowed)]).toEqual([]);
  });

  it('refuse a file that is in no layer', () => {
    expect(strayFiles(graph('shared/helpers.ts > zod'))).toEqual([
      'shared/helpers.ts is in no layer: move it into the folder of one.',
    ]);
  });

  it.each([
    ['infra/local/a.ts > test/support/b.ts', 'nothing imports test'],
    ['shared/contract/a.ts > @aws-sdk/client-ecs', 'a layer with a list of packages imports no other package'],
    ['console/acs/output/a.ts > @aws-sdk/client-ecs', 'a layer with a list of packages imports no other package'],
    ['shared/domain/keys/a.ts > aws-cdk-lib/aws-lambda', 'the CDK stays in infra'],
    ['shared/domain/events/a.ts > fflate', 'one file writes ZIP archives, as it makes their names safe'],
    ['functions/keys/a.ts > functions/keys/b.ts', 'a function never imports another function'],
    ['functions/keys/a.ts > shared/contract/index.ts', 'the route table stays out of what ships'],
    ['functions/keys/a.ts > shared/contract/coded-endpoints.ts', 'the route table stays out of what ships'],
    ['infra/stacks/a.ts > @aws-sdk/client-ecs', 'a deployment imports no SDK and no store'],
    ['infra/access/a.ts > shared/domain/accounts/keys/dynamo-key-store.ts', 'a deployment imports no SDK and no store'],
    ['functions/keys/a.ts > docs/openapi.json', 'a file outside the layers is for the files that layers.ts names'],
  ])('refuse %s, as %s', (line, rule) => {
    expect(refusedImports(graph(line))).toEqual([
      expect.stringContaining(`${line.replace(' > ', ' imports ')}: ${rule}`),
    ]);
  });
});

describe('cycle rule', () => {
  it('refuses two files that import each other', () => {
    const offenders = importCircles(
      graph('shared/domain/a.ts > shared/domain/b.ts', 'shared/domain/b.ts > shared/domain/a.ts'),
    );
    expect(offenders).toContain(
      'shared/domain/a.ts imports shared/domain/b.ts in the circle shared/domain/a.ts → shared/domain/b.ts → shared/domain/a.ts: ' +
        'files must not import each other in a circle.',
    );
  });

  it('finds a cycle of more than two files', () => {
    const loop = graph(
      'infra/a.ts > infra/b.ts',
      'infra/b.ts > infra/c.ts',
      'infra/c.ts > infra/a.ts',
      'infra/0.ts > infra/a.ts',
    );
    expect(importCircles(loop).filter((line) => line.includes('files must not'))).toHaveLength(3);
  });

  it('refuses two folders of shared that import each other through different files', () => {
    const offenders = importCircles(
      graph(
        'shared/domain/keys/a.ts > shared/domain/owners/b.ts',
        'shared/domain/owners/c.ts > shared/domain/keys/d.ts',
      ),
    );
    expect(offenders.filter((line) => line.includes('folders must not'))).toEqual([
      'shared/domain/keys/a.ts imports shared/domain/owners/b.ts in the circle shared/domain/keys → shared/domain/owners → ' +
        'shared/domain/keys: folders must not import each other in a circle.',
      'shared/domain/owners/c.ts imports shared/domain/keys/d.ts in the circle shared/domain/keys → shared/domain/owners → ' +
        'shared/domain/keys: folders must not import each other in a circle.',
    ]);
  });

  it('refuses a folder of shared that imports the folder above it, which imports it', () => {
    const offenders = importCircles(
      graph(
        'shared/domain/keys/a.ts > shared/domain/keys/store/b.ts',
        'shared/domain/keys/store/b.ts > shared/domain/keys/c.ts',
      ),
    );
    expect(offenders.some((line) => line.includes('folders must not'))).toBe(true);
  });

  it('counts a folder as all files inside it, at any depth', () => {
    const offenders = importCircles(
      graph('infra/local/a/x/1.ts > infra/local/b/2.ts', 'infra/local/b/3.ts > infra/local/a/y/z/4.ts'),
    );
    expect(offenders).toEqual([
      expect.stringContaining('infra/local/a → infra/local/b → infra/local/a: neighbours in one folder'),
      expect.stringContaining('infra/local/b/3.ts imports infra/local/a/y/z/4.ts'),
    ]);
  });

  it('refuses a file and a folder beside it that import each other', () => {
    const offenders = importCircles(
      graph('infra/agent/settings.ts > infra/agent/bash/a.ts', 'infra/agent/bash/b.ts > infra/agent/settings.ts'),
    );
    expect(offenders).toHaveLength(2);
  });
});
