import { circles, files, folders, siblings } from './circles.ts';
import { type Import, isFile } from './import-graph.ts';
import { deployment, deploymentMayImport, type Layer, layers, outside, trees } from './layers.ts';

const CDK = /^(aws-cdk-lib|constructs|cdk-nag)(\/|$)/;
const SDK = /^@aws-sdk\//;
const ROUTE_TABLES = ['shared/contract/index.ts', 'shared/contract/coded-endpoints.ts'];
const ZIP_WRITER = 'shared/platform/archives/zip-writer.ts';

export function strayFiles(imports: readonly Import[]): readonly string[] {
  const strays = imports.map(({ from }) => from).filter((file) => !layerOf(file));
  return [...new Set(strays)].map((file) => `${file} is in no layer: move it into the folder of one.`);
}

/** Imports of a higher layer, or of a lower one that is not listed for the layer. */
export function upwardImports(imports: readonly Import[]): readonly string[] {
  return imports.flatMap(({ from, to }) => {
    const [layer, target] = [layerOf(from), layerOf(to)];
    if (!layer || !target || layer === target || layer.imports.includes(target.name)) return [];
    const allowed = ['itself', ...layer.imports].join(', ');
    return [`${from} imports ${to}: the layer ${layer.name} may import ${allowed}, and not ${target.name}.`];
  });
}

/** Imports that are refused regardless of the order of the layers. */
export function refusedImports(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((line) => {
    const rule = rules.find(({ refuses }) => refuses(line));
    return rule ? [`${line.from} imports ${line.to}: ${rule.says}.`] : [];
  });
}

interface Rule {
  readonly says: string;
  readonly refuses: (line: Import) => boolean;
}

const rules: readonly Rule[] = [
  { says: 'nothing imports test', refuses: ({ to }) => to.startsWith('test/') },
  {
    says: 'a layer with a list of packages imports no other package',
    refuses: ({ from, to }) => !isFile(to) && layerOf(from)?.packages?.includes(to) === false,
  },
  { says: 'the CDK stays in infra', refuses: ({ from, to }) => !from.startsWith('infra/') && CDK.test(to) },
  {
    says: 'a function never imports another function',
    refuses: ({ from, to }) => from.startsWith('functions/') && to.startsWith('functions/'),
  },
  {
    says: 'the route table stays out of what ships, as it would bundle every schema',
    refuses: ({ from, to }) =>
      // The statements of rights use only the type of its ids.
      !from.startsWith('infra/') &&
      ROUTE_TABLES.includes(to) &&
      ![...ROUTE_TABLES, 'shared/rights/statement.ts'].includes(from),
  },
  {
    says: 'one file writes ZIP archives, as it makes their names safe',
    refuses: ({ from, to }) => to === 'fflate' && from !== ZIP_WRITER,
  },
  {
    says: 'a deployment imports no SDK and no store',
    refuses: ({ from, to }) => deployment.test(from) && !mayDeploymentImport(to),
  },
  {
    says: 'a file outside the layers is for the files that layers.ts names',
    refuses: ({ from, to }) =>
      isFile(to) && !layerOf(to) && !to.startsWith('test/') && outside[to]?.includes(from) !== true,
  },
];

export function importCircles(imports: readonly Import[]): readonly string[] {
  return trees.flatMap((tree) => {
    const inside = imports.filter(({ from, to }) => [from, to].every((file) => file.startsWith(`${tree}/`)));
    return [
      ...circles(inside, files, 'files must not import each other in a circle'),
      // In other trees, a folder can contain the program that uses its subfolders.
      ...(tree === 'shared' ? circles(inside, folders, 'folders must not import each other in a circle') : []),
      ...circles(inside, siblings, 'neighbours in one folder must not import each other in a circle'),
    ];
  });
}

function layerOf(file: string): Layer | undefined {
  return layers.find(({ folder }) => file.startsWith(`${folder}/`));
}

function mayDeploymentImport(to: string): boolean {
  if (!to.startsWith('shared/')) return !SDK.test(to);
  return /^shared\/(contract|rights|http)\//.test(to) || deploymentMayImport.includes(to);
}
