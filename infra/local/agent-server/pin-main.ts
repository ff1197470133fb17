import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../terminal/user-error.ts';
import { BUILD_REQUIREMENTS, FROM_SOURCE, PACKAGES, REQUIREMENTS } from './requirements.ts';

const HEADER = '# Written by `npm run pin-agent-server`: every package with the hashes of its files.\n';

/** A dependency on macOS with a hundred packages. The agent server runs on Linux here. */
const OVERRIDE = "pyobjc ; sys_platform == 'never'\n";

const ELSEWHERE = /sys_platform == '(never|win32|darwin)'/;

/** Resolves packages with uv. @returns its requirements file for Linux */
async function resolve(folder: string, packages: readonly string[]): Promise<string> {
  const [wanted, override, output] = ['wanted.txt', 'override.txt', 'output.txt'].map((name) => join(folder, name));
  if (wanted === undefined || override === undefined || output === undefined) throw new Error('unreachable');
  await writeFile(wanted, `${packages.join('\n')}\n`);
  await writeFile(override, OVERRIDE);
  const fromSource = FROM_SOURCE.flatMap((name) => ['--no-binary', name]);
  const form = ['--generate-hashes', '--no-header', '--no-annotate', '--quiet', '--output-file', output];
  const scope = ['--universal', '--python-version', '3.12', '--override', override];
  try {
    await rm(output, { force: true });
    const args = ['pip', 'compile', ...scope, '--only-binary', ':all:', ...fromSource, ...form, wanted];
    await promisify(execFile)('uv', args);
  } catch (error) {
    const { code, stderr = '' } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') throw new UserError('uv is not on the PATH. Install it: https://docs.astral.sh/uv/');
    throw new UserError(`uv cannot resolve ${packages.join(', ')}: ${stderr.trim()}`);
  }
  return HEADER + forLinux(await readFile(output, 'utf8'));
}

/** Leaves out what is installed on other systems alone. A requirement ends with the last of its hashes. */
function forLinux(text: string): string {
  const requirements = text.split(/^(?=[a-z0-9])/im);
  return requirements.filter((requirement) => !ELSEWHERE.test(requirement.split('\n', 1)[0] ?? '')).join('');
}

const folder = await mkdtemp(join(tmpdir(), 'pin-agent-server-'));
try {
  await writeFile(REQUIREMENTS, await resolve(folder, PACKAGES));
  await writeFile(BUILD_REQUIREMENTS, await resolve(folder, ['setuptools']));
  console.log(`Written: ${REQUIREMENTS}, ${BUILD_REQUIREMENTS}. Install it, run the tests, and commit both.`);
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
