import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../programs/executables.ts';
import { UserError } from '../terminal/user-error.ts';

const REQUIRED_VERSION = 17;
const run = promisify(execFile);

/** Finds Java through JAVA_HOME or PATH. @throws UserError when there is none or it is older than 17 */
export async function findJava(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const { JAVA_HOME: home, PATH: path = '' } = environment;
  const program =
    (home && (await findProgram(join(resolve(home), 'bin', 'java'), path))) || (await findProgram('java', path));
  if (!program) throw new UserError(`Java ${REQUIRED_VERSION} or newer is needed to run DynamoDB Local: ${advice()}.`);
  const version = await versionOf(program);
  if (version === undefined || version < REQUIRED_VERSION) {
    const found = version === undefined ? `${program} does not run` : `${program} is version ${version}`;
    throw new UserError(
      `Java ${REQUIRED_VERSION} or newer is needed to run DynamoDB Local, but ${found}: ${advice()}.`,
    );
  }
  return program;
}

/** Reads the version from the `release` file, because starting Java takes a fifth of a second. */
async function versionOf(program: string): Promise<number | undefined> {
  const home = dirname(dirname(await realpath(program)));
  const release = await readFile(join(home, 'release'), 'utf8').catch(() => '');
  return majorVersion(/JAVA_VERSION="([^"]+)"/.exec(release)?.[1]) ?? (await askVersion(program));
}

async function askVersion(program: string): Promise<number | undefined> {
  // A program that cannot print its version is not Java; the caller reports it.
  const { stderr } = await run(program, ['-version']).catch(() => ({ stderr: '' }));
  return majorVersion(/version "([^"]+)"/.exec(stderr)?.[1]);
}

/** `17.0.15` is 17; Java 8 called itself `1.8`. */
function majorVersion(text: string | undefined): number | undefined {
  const major = /^(?:1\.)?(\d+)/.exec(text ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}

function advice(): string {
  switch (process.platform) {
    case 'darwin':
      return 'install it with "brew install openjdk@17", or set JAVA_HOME';
    case 'linux':
      return 'install it with "sudo apt-get install openjdk-17-jre-headless" or your distribution\'s package, or set JAVA_HOME';
    default:
      return 'install it from https://adoptium.net, or set JAVA_HOME';
  }
}
