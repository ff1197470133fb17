import * as z from 'zod';

/** Packages that can run an install script, with the reason. */
const MAY_RUN_SCRIPTS: Readonly<Record<string, string>> = {
  esbuild: 'it checks that the program for this machine works',
  fsevents: 'it is built on macOS only',
  'vue-demi': 'it selects its files by the installed version of Vue',
};

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const REGISTRY = 'https://registry.npmjs.org/';

const Locked = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});

const Lockfile = z.object({ lockfileVersion: z.int(), packages: z.record(z.string(), Locked) });

const Versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  version: z.string().optional(),
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
});
type Manifest = z.infer<typeof Manifest>;

/** The problems of the packages of a project, one sentence each. @param workspaces manifests by folder */
export function lockfileFaults(
  manifest: unknown,
  lockfile: unknown,
  workspaces: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const { lockfileVersion, packages } = Lockfile.parse(lockfile);
  const folders = Object.keys(workspaces);
  const installed = Object.entries(packages).filter(
    ([path, { link, resolved = '' }]) => path !== '' && !folders.includes(link ? resolved : path),
  );
  const root = Manifest.parse(manifest);
  const members = Object.entries(workspaces).map(
    ([folder, member]) => [`${folder}/package.json`, Manifest.parse(member)] as const,
  );
  return [
    ...(lockfileVersion === 3
      ? []
      : [`package-lock.json has version ${lockfileVersion}. Write it with npm 7 or later.`]),
    ...[['package.json', root] as const, ...members].flatMap(([file, one]) => unpinned(file, one)),
    ...members.flatMap(([file, one]) => differing(file, one, root)),
    ...installed.flatMap(([path, locked]) => faultsOf(path, locked)),
  ];
}

function wantedBy({ dependencies, devDependencies, optionalDependencies }: Manifest) {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

function unpinned(file: string, manifest: Manifest): readonly string[] {
  return wantedBy(manifest)
    .filter(([, wanted]) => !EXACT.test(wanted.replace(/^npm:(@[^/]+\/)?[^@]+@/, '')))
    .map(([name, wanted]) => `${file} requires ${name} ${wanted}. Name an exact version.`);
}

/** Packages that a workspace and the root require in different versions, and a differing version of the project. */
function differing(file: string, member: Manifest, root: Manifest): readonly string[] {
  const versions = new Map<string, string | undefined>([...wantedBy(root), ['version', root.version]]);
  return [...wantedBy(member), ['version', member.version] as const]
    .filter(([name, wanted]) => versions.has(name) && versions.get(name) !== wanted)
    .map(([name, wanted]) => `${file} has ${name} ${wanted}, package.json ${versions.get(name)}. Use one version.`);
}

function faultsOf(path: string, { resolved, integrity, link, inBundle, hasInstallScript }: z.infer<typeof Locked>) {
  const name = path.split('node_modules/').at(-1) ?? path;
  const faults: string[] = [];
  if (link) return [`${path} is a link, but not to a workspace. Install a published package.`];
  // The hash of a package covers the packages in its bundle.
  if (!inBundle && !integrity?.startsWith('sha512-'))
    faults.push(`${path} has no SHA-512 hash. Run "npm install" again.`);
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) {
    faults.push(`${path} comes from ${resolved}. Install it from ${REGISTRY}.`);
  }
  if (hasInstallScript && MAY_RUN_SCRIPTS[name] === undefined) {
    faults.push(`${path} runs an install script. Review it, and add the package to lockfile.ts.`);
  }
  return faults;
}
