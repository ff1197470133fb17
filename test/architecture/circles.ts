import type { Import } from './import-graph.ts';

/** Maps an import to its two ends: files, folders, or the children of the nearest common folder. */
type Ends = (line: Import) => readonly [string, string];

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

export const files: Ends = ({ from, to }) => [from, to];

export const folders: Ends = ({ from, to }) => [folderOf(from), folderOf(to)];

/** The children of the nearest common folder that contain the two files. */
export const siblings: Ends = ({ from, to }) => {
  const [a, b] = [from.split('/'), to.split('/')];
  const depth = a.findIndex((part, index) => part !== b[index]);
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
};

/** One sentence for each import of the shortest cycle in each strongly connected group. */
export function circles(imports: readonly Import[], ends: Ends, rule: string): readonly string[] {
  const edges = edgesOf(imports, ends);
  const seen = new Set<string>();
  return [...edges.keys()].toSorted().flatMap((start) => {
    if (seen.has(start)) return [];
    const circle = shortestCircle(edges, start);
    for (const name of circle) seen.add(name);
    const path = [...circle, ...circle.slice(0, 1)];
    return circle.map((name, index) => {
      const line = edges.get(name)?.get(path[index + 1] ?? '');
      return `${line?.from} imports ${line?.to} in the circle ${path.join(' → ')}: ${rule}.`;
    });
  });
}

type Edges = ReadonlyMap<string, ReadonlyMap<string, Import>>;

function edgesOf(imports: readonly Import[], ends: Ends): Edges {
  const edges = new Map<string, Map<string, Import>>();
  for (const line of imports) {
    const [from, to] = ends(line);
    if (from === to) continue;
    const targets = edges.get(from) ?? new Map<string, Import>();
    if (!targets.has(to)) targets.set(to, line);
    edges.set(from, targets);
  }
  return edges;
}

/** The shortest path from `start` back to itself, by breadth-first search. Empty without one. */
function shortestCircle(edges: Edges, start: string): readonly string[] {
  const paths: (readonly string[])[] = [[start]];
  const reached = new Set<string>();
  for (const path of paths) {
    for (const next of edges.get(path.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return path;
      if (reached.has(next)) continue;
      reached.add(next);
      paths.push([...path, next]);
    }
  }
  return [];
}
