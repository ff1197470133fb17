import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areas, tagOf } from '../../shared/contract/endpoint/areas.ts';
import { workers } from '../../shared/contract/workers.ts';
import { allRights } from '../../shared/rights/index.ts';
import { describedEndpoints } from './contract-files.ts';
import { readImports, root } from './import-graph.ts';

const list: readonly string[] = areas;
const described = await describedEndpoints();

const namesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root }).map((file) => basename(file, '.ts'));

/** Where area names appear, with the other names that appear there. */
const places: readonly (readonly [pattern: string, general: readonly string[]])[] = [
  ['shared/contract/*/', ['endpoint', 'shapes']],
  ['functions/*', []],
  ['shared/domain/*', []],
  [
    'shared/rights/*',
    ['conversation-groups', 'groups', 'index', 'index-attributes', 'statement', 'table-definition', 'tables'],
  ],
  ['shared/wiring/*', []],
];

const sorted = <T>(values: Iterable<T>): readonly T[] => [...values].toSorted();

describe('areas', () => {
  it.each(places)('the names in %s are areas of the list in shared/contract/endpoint/areas.ts', (pattern, general) => {
    const names = namesOf(pattern).filter((name) => !general.includes(name));

    expect(names).not.toEqual([]);
    expect(names.filter((name) => !list.includes(name))).toEqual([]);
  });

  it('each area of the list has a folder of functions or of the domain', () => {
    const inUse = [...namesOf('functions/*'), ...namesOf('shared/domain/*')];

    expect(list.filter((name) => !inUse.includes(name))).toEqual([]);
  });

  it('each contract file contains only the endpoints of its area and section of the reference', () => {
    for (const [file, endpoints] of described) {
      expect(endpoints, file).not.toEqual([]);
      const homes = endpoints.map((endpoint) => `shared/contract/${endpoint.area}/${tagOf(endpoint)}.ts`);
      expect([...new Set(homes)]).toEqual([file]);
    }
  });

  it('contract, functions and rights name the same area for each endpoint and each worker', () => {
    const coded = [...described.values()]
      .flat()
      .filter(({ constant }) => constant === undefined)
      .map(({ id, area }) => `${area}/${id}`);
    const contract = sorted([...coded, ...workers.map(({ area, id }) => `${area}/${id}`)]);
    const functions = globSync('functions/*/*.ts', { cwd: root }).map((file) => file.slice('functions/'.length, -3));

    expect(sorted(functions)).toEqual(contract);
    expect(sorted(Object.keys(allRights))).toEqual(sorted(contract.map((path) => path.split('/')[1] ?? '')));
  });

  it('no contract file of an area imports that of another', () => {
    const isArea = (file: string) => list.some((name) => file.startsWith(`shared/contract/${name}/`));
    const crossings = readImports().filter(({ from, to }) => isArea(from) && isArea(to));

    expect(
      crossings.map(({ from, to }) => `${from} imports ${to}: move what both need to shared/contract/shapes`),
    ).toEqual([]);
  });
});
