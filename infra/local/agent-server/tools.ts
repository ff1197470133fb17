import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../programs/executables.ts';
import { UserError } from '../terminal/user-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What installs Python packages on this machine. */
export type Installer =
  /** Without an interpreter, uv downloads one. */
  | { readonly kind: 'uv'; readonly uv: string; readonly python: string | undefined }
  | { readonly kind: 'pip'; readonly python: string };

/** Where the installers of uv put it, which a shell's PATH may not have yet. */
const usual = ['.local/bin', '.cargo/bin'].map((folder) => join(homedir(), folder));

/** The newest version of Python for which every package has a wheel comes first. */
const interpreters = ['python3.13', 'python3.12', 'python3', 'python', 'python3.14'];

/** Prints the interpreter behind a link or a script, if it is recent enough. */
const PROBE = 'import sys; sys.exit(1) if sys.version_info < (3, 12) else print(sys.executable)';

/** Only Debian and its kin have an interpreter without it. */
const CAN_MAKE_ENVIRONMENTS = 'import ensurepip, venv';

const PROBE_MS = 10_000;

/** Finds uv, or else Python. @throws UserError naming what is missing, and the command that installs it */
export async function findInstaller(environment: Environment): Promise<Installer> {
  const searchPath = [environment.PATH ?? '', ...usual].join(delimiter);
  const [uv, python] = await Promise.all([findProgram('uv', searchPath), findPython(searchPath)]);
  if (uv !== undefined) return { kind: 'uv', uv, python };
  if (python === undefined) throw new UserError(missing('uv, or Python 3.12 or newer', 'python3 python3-venv'));
  if ((await runs(python, CAN_MAKE_ENVIRONMENTS)) === undefined)
    throw new UserError(missing(`uv, or the module venv of ${python}`, 'python3-venv'));
  return { kind: 'pip', python };
}

function missing(what: string, packages: string): string {
  return `The OpenHands agent needs ${what}. Install it, for example with \`apt-get install ${packages}\` on Debian 13 or Ubuntu 24.04, \`dnf install uv\` on Fedora or \`brew install uv\` on macOS (elsewhere \`pip install uv\`), and try again.`;
}

async function findPython(searchPath: string): Promise<string | undefined> {
  for (const name of interpreters) {
    const program = await findProgram(name, searchPath);
    const interpreter = program && (await runs(program, PROBE))?.trim();
    if (interpreter) return interpreter;
  }
  return undefined;
}

/** What an interpreter prints; undefined when it fails. */
async function runs(python: string, code: string): Promise<string | undefined> {
  try {
    return (await promisify(execFile)(python, ['-c', code], { timeout: PROBE_MS })).stdout;
  } catch {
    // Too old, or a script of a version manager that has no such version.
    return undefined;
  }
}
