import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Activity } from '../base/activity.ts';
import { log } from '../base/log.ts';
import { pathInWorkspace } from '../files/file-paths.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { EditorProcess, editorGate } from './editor-gate.ts';

export interface EditorFlags {
  readonly program: string;
  readonly port: number;
}

/** VS Code of the sandbox, for browsers. */
export class Editor {
  private readonly process: EditorProcess;
  private readonly gate: Server;
  private readonly lifecycle: Lifecycle;
  private readonly port: number;

  constructor({ program, port }: EditorFlags, lifecycle: Lifecycle, activity: Activity) {
    this.port = port;
    this.lifecycle = lifecycle;
    this.process = new EditorProcess(program, lifecycle.settings.workspace);
    const folder = (asked: string) => folderIn(lifecycle.settings.workspace, asked);
    const keys = () => lifecycle.settings.sessionApiKeys;
    this.gate = editorGate({ editor: this.process, activity, keys, folder });
  }

  listen(host: string): void {
    this.gate.once('error', (error) => log(`VS Code cannot listen: ${error.message}`));
    this.gate.listen(this.port, host);
  }

  /** Whether browsers can open VS Code. */
  get isRunning(): boolean {
    return this.gate.listening && this.lifecycle.settings.sessionApiKeys.length > 0;
  }

  /** The URL of a folder, with the token. */
  urlOf(base: string | undefined, folder: string): string | null {
    const [token] = this.lifecycle.settings.sessionApiKeys;
    if (!this.isRunning || token === undefined) return null;
    const url = new URL('/', base ?? `http://localhost:${portOf(this.gate)}`);
    url.search = new URLSearchParams({ tkn: token, folder }).toString();
    return url.href;
  }

  stop(): void {
    this.gate.close();
    this.gate.closeAllConnections();
    this.process.stop();
  }
}

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : undefined;
}

/** The path as clients know it if the sandbox mounts its workspace there, or else the path on this machine. */
function folderIn(workspace: string, asked: string): string {
  const real = pathInWorkspace(workspace, asked);
  const known = statSync('/workspace', { throwIfNoEntry: false });
  return known !== undefined && known.ino === statSync(workspace).ino ? asked : real;
}
