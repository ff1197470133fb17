import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PROJECT_ROOT } from '../../support/service/local-service.ts';
import { service } from '../../support/service/owners.ts';

const LAUNCHER = join(PROJECT_ROOT, 'console/acs/acs.mjs');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs acs as one user, with its own folder for credentials and without a terminal. */
export class Shell {
  readonly folder: string;
  private readonly env: Readonly<Record<string, string | undefined>>;

  private constructor(folder: string, env: Readonly<Record<string, string | undefined>>) {
    this.folder = folder;
    this.env = env;
  }

  /** @param apiKey the value of ACS_API_KEY; unset by default */
  static async open(apiKey?: string, url: string = service().baseUrl): Promise<Shell> {
    const folder = await mkdtemp(join(tmpdir(), 'e2e-acs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { ACS_API_KEY: _, NO_COLOR: __, ...env } = process.env;
    const key = apiKey === undefined ? {} : { ACS_API_KEY: apiKey };
    return new Shell(folder, { ...env, ...key, XDG_CONFIG_HOME: folder, ACS_URL: url });
  }

  /** What starts a command, for programs that start it by themselves. */
  commandLine(...args: readonly string[]) {
    const given = Object.entries(this.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return { command: process.execPath, args: [LAUNCHER, ...args], env: Object.fromEntries(given) };
  }

  /** Starts a long-running command, which ends with the test at the latest. */
  begin(...args: readonly string[]): Begun {
    return this.beginWith([], ...args);
  }

  /** @param wrapper a program with arguments, which gets the command as further ones */
  beginWith(wrapper: readonly string[], ...args: readonly string[]): Begun {
    const [program, ...rest] = [...wrapper, process.execPath, LAUNCHER, ...args];
    const child = spawn(program ?? process.execPath, rest, { env: { ...this.env }, stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return new Begun(child);
  }

  run(...args: readonly string[]): Promise<Run> {
    return this.runWith('', ...args);
  }

  runWith(stdin: string, ...args: readonly string[]): Promise<Run> {
    const begun = this.begin(...args);
    begun.child.stdin.end(stdin);
    return begun.ended;
  }

  /** The JSON that a command prints. @throws when it fails, or prints anything else */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields without checks
  async json(...args: readonly string[]): Promise<any> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    if (code !== 0) throw new Error(`acs ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }
}

/** A running command. */
export class Begun {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the command ends. */
  readonly ended: Promise<Run>;
  stdout = '';
  stderr = '';

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    this.ended = this.end();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  private async end(): Promise<Run> {
    const [code] = await once(this.child, 'close');
    return { code, stdout: this.stdout, stderr: this.stderr };
  }
}
