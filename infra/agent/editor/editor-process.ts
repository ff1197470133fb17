import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { log } from '../base/log.ts';
import { GroupKeeper } from '../bash/group-keeper.ts';
import { withoutKeys } from '../settings/settings.ts';

/** How long VS Code may take until it listens. */
const startMilliseconds = 30_000;
const pollMilliseconds = 50;

/** VS Code of this machine on a socket that only its user can open; it runs from its first use on. */
export class EditorProcess {
  readonly program: string;
  private readonly workspace: string;
  private readonly keeper = new GroupKeeper();
  private readonly folder = mkdtempSync(join(tmpdir(), 'editor-'));
  private child: ChildProcess | undefined;
  private started: Promise<string> | undefined;

  constructor(program: string, workspace: string) {
    this.program = program;
    this.workspace = workspace;
  }

  /** Its socket, once it listens there. @throws Error when it does not start. */
  async socket(): Promise<string> {
    this.started ??= this.start();
    try {
      return await this.started;
    } catch (error) {
      // The next use tries it again.
      this.started = undefined;
      throw error;
    }
  }

  stop(): void {
    this.keeper.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async start(): Promise<string> {
    const socket = join(this.folder, 'socket');
    rmSync(socket, { force: true });
    const home = join(this.workspace, '.home');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const child = spawn(this.program, argumentsOf(this.program, socket, join(home, '.vscode-server')), {
      cwd: this.workspace,
      env: { ...withoutKeys(process.env), HOME: home },
      detached: true,
      stdio: 'ignore',
    });
    this.child = child;
    child.once('error', (error) => log(`VS Code cannot be started: ${error.message}`));
    child.once('exit', (code) => {
      log(`VS Code ended with ${code}`);
      if (this.child === child) this.child = this.started = undefined;
    });
    if (child.pid !== undefined) this.keeper.add(child.pid);
    const deadline = Date.now() + startMilliseconds;
    while (!(await listensAt(socket))) {
      if (this.child !== child || child.pid === undefined) throw new Error('VS Code did not start');
      if (Date.now() > deadline) throw new Error('VS Code did not listen in time');
      await wait(pollMilliseconds);
    }
    return socket;
  }
}

/** Neither asks for a token itself: the gate before the socket does. */
function argumentsOf(program: string, socket: string, data: string): string[] {
  if (program.includes('openvscode-server')) {
    const kept = ['--server-data-dir', data, '--telemetry-level', 'off'];
    return ['--without-connection-token', '--socket-path', socket, ...kept];
  }
  const kept = ['--user-data-dir', data, '--extensions-dir', join(data, 'extensions')];
  return ['--auth', 'none', '--socket', socket, ...kept, '--disable-telemetry', '--disable-update-check'];
}

function listensAt(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => resolve(true));
    connection.once('connect', () => connection.destroy());
    connection.once('error', () => resolve(false));
  });
}
