import * as z from 'zod';

/** Packages that may run a script of their own when they are installed, each with its reason. */
const MAY_RUN_SCRIPTS: Readonly<Record<string, string>> = {
  esbuild: 'it checks that the program for this machine works',
  fsevents: 'it is built on macOS only',
  'vue-demi': 'it chooses among its own files by the version of Vue beside it',
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

/**
 * What is wrong with the packages of a project, a sentence each: npm has to install what was chosen.
 *
 * @param workspaces the manifests of the workspaces by their folders
 */
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
      : [`package-lock.json has version ${lockfileVersion}: write it with npm 7 or later.`]),
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
    .map(([name, wanted]) => `${file} asks for ${name} ${wanted}: name one exact version.`);
}

/** What a workspace and the root want in different versions: npm would install both, and a release has one version. */
function differing(file: string, member: Manifest, root: Manifest): readonly string[] {
  const versions = new Map<string, string | undefined>([...wantedBy(root), ['version', root.version]]);
  return [...wantedBy(member), ['version', member.version] as const]
    .filter(([name, wanted]) => versions.has(name) && versions.get(name) !== wanted)
    .map(([name, wanted]) => `${file} has ${name} ${wanted}, package.json ${versions.get(name)}: use one version.`);
}

function faultsOf(path: string, { resolved, integrity, link, inBundle, hasInstallScript }: z.infer<typeof Locked>) {
  const name = path.split('node_modules/').at(-1) ?? path;
  const faults: string[] = [];
  if (link) return [`${path} is a link to no workspace: install a published package.`];
  // What a package brings along is covered by the package's own hash.
  if (!inBundle && !integrity?.startsWith('sha512-'))
    faults.push(`${path} has no SHA-512 hash: run "npm install" again.`);
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) {
    faults.push(`${path} comes from ${resolved}: install it from ${REGISTRY}.`);
  }
  if (hasInstallScript && MAY_RUN_SCRIPTS[name] === undefined) {
    faults.push(`${path} runs a script when it is installed: read it, and name the package in lockfile.ts.`);
  }
  return faults;
}
