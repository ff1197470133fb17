import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from './options.ts';
import { UserError } from './user-error.ts';

/**
 * Bundles the functions, unless their sources are as they were, and synthesises the CDK app of the local stage into `directory`; resolves to the cloud assembly's
 * folder.
 *
 * This runs in a process of its own: the CDK occupies its process for seconds and keeps 200 MB, and the local cloud starts its other parts meanwhile.
 *
 * @param signal ends it
 * @throws UserError with what the build or the synthesis had to say.
 */
export async function buildAssembly(directory: string, signal: AbortSignal): Promise<string> {
  const folder = join(directory, 'cdk.out');
  await rm(directory, { recursive: true, force: true });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'assembly-main.ts'), folder], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-20_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new UserError(`The service could not be built:\n${output.trim()}`);
  return folder;
}
