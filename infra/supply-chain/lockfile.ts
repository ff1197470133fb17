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
const Manifest = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions });

/** What is wrong with `package.json` and its lock file, a sentence each: npm has to install what was chosen. */
export function lockfileFaults(manifest: unknown, lockfile: unknown): readonly string[] {
  const { lockfileVersion, packages } = Lockfile.parse(lockfile);
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  return [
    ...(lockfileVersion === 3
      ? []
      : [`package-lock.json has version ${lockfileVersion}: write it with npm 7 or later.`]),
    ...unpinned(manifest),
    ...installed.flatMap(([path, locked]) => faultsOf(path, locked)),
  ];
}

function unpinned(manifest: unknown): readonly string[] {
  const { dependencies, devDependencies, optionalDependencies } = Manifest.parse(manifest);
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return all
    .filter(([, wanted]) => !EXACT.test(wanted.replace(/^npm:(@[^/]+\/)?[^@]+@/, '')))
    .map(([name, wanted]) => `package.json asks for ${name} ${wanted}: name one exact version.`);
}

function faultsOf(path: string, { resolved, integrity, link, inBundle, hasInstallScript }: z.infer<typeof Locked>) {
  const name = path.split('node_modules/').at(-1) ?? path;
  const faults: string[] = [];
  if (link) return [`${path} is a link: install a published package.`];
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
