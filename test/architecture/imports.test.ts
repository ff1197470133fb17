import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readImports, root } from './import-graph.ts';
import { importCircles, refusedImports, strayFiles, upwardImports } from './layer-rules.ts';
import { layers, outside } from './layers.ts';

const imports = readImports();

describe('imports of the product', () => {
  it('are found by the import graph', () => {
    expect(imports.length).toBeGreaterThan(2000);
    for (const { folder } of layers)
      expect(
        imports.some(({ from }) => from.startsWith(`${folder}/`)),
        folder,
      ).toBe(true);
  });

  it('are made only by files that belong to a layer', () => {
    expect(strayFiles(imports)).toEqual([]);
  });

  it('lead to the same layer or to a lower one that the layer can import', () => {
    expect(upwardImports(imports)).toEqual([]);
  });

  it('lead to no module that a rule of their layer refuses', () => {
    expect(refusedImports(imports)).toEqual([]);
  });

  it('form no cycle of files, of folders or of neighbours in a folder', () => {
    expect(importCircles(imports)).toEqual([]);
  });

  it('use each exception for a file outside the layers', () => {
    const needed = imports.map(({ from, to }) => `${from} > ${to}`);
    for (const [to, users] of Object.entries(outside)) {
      for (const from of users) expect(needed).toContain(`${from} > ${to}`);
    }
  });

  it('cross layers in the order of the table in docs/architecture.md', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `((?:shared\/|functions|infra)\w*)(?:\/<[^`]*)?` \|/gm)];
    const folders = layers.map(({ folder }) => folder).filter((folder) => !/^(shared\/client$|console\/)/.test(folder));
    expect(rows.map(([, folder]) => folder)).toEqual(folders);
  });

  it('use the namespace of zod, because the named import bundles every language', () => {
    const files = globSync('{functions,infra,shared}/**/*.ts', { cwd: root });
    expect(
      files.filter((file) => /import (type )?\{[^}]*\} from 'zod'/.test(readFileSync(join(root, file), 'utf8'))),
    ).toEqual([]);
  });
});
