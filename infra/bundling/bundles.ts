/** Where the build keeps esbuild's account of itself, beside the bundles. */
export const METAFILE = 'metafile.json';

/** What of that account is used here. Paths are relative to the project's root. */
export interface BuildAccount {
  readonly outputs: Readonly<Record<string, OutputAccount>>;
}

interface OutputAccount {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

/** One function as it is shipped: `<directory>/<id>/index.mjs`, which exports `handler`. */
export interface Bundle {
  readonly id: string;
  readonly bytes: number;
  /** Every file that left something in it, relative to the project's root. */
  readonly sources: readonly string[];
}

/** The bundles of which the account tells. */
export function bundlesOf({ outputs }: BuildAccount): readonly Bundle[] {
  return Object.entries(outputs).flatMap(([path, { bytes, inputs }]) => {
    const id = path.split('/').at(-2);
    if (id === undefined) return [];
    const sources = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    return [{ id, bytes, sources: sources.map(([source]) => source) }];
  });
}
