import { spawnSync } from 'node:child_process';
import { access, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { synthesizedDigest } from '../upgrade/synthesized.ts';

/** Writes the API, the packages (SBOM) and what upgrades need of the templates of a release to `docs/releases`. */
const root = join(import.meta.dirname, '../..');
const releases = join(root, 'docs/releases');

const Manifest = z.object({ version: z.string() });
const { version } = Manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));

const bom = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (bom.error) throw bom.error;
if (bom.status !== 0) throw new Error(`npm sbom failed: ${bom.stderr.trim()}`);

const openapi = join(releases, `openapi-${version}.json`);
const isReleased = await access(openapi).then(
  () => true,
  () => false,
);
if (isReleased) throw new Error(`docs/releases already has version ${version}. Raise the version in package.json.`);
await copyFile(join(root, 'docs/openapi.json'), openapi);
await writeFile(join(releases, `templates-${version}.json`), `${JSON.stringify(synthesizedDigest(), undefined, 2)}\n`);
await writeFile(join(releases, `sbom-${version}.cdx.json`), bom.stdout);
console.log(`docs/releases has the API, the templates and the packages of ${version}.`);
