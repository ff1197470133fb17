import type { Activity } from '../base/activity.ts';
import { reasonOf } from '../base/log.ts';
import type { Settings } from '../settings/settings.ts';
import {
  type BashCommand,
  type BashEvent,
  BashEventFiles,
  type BashOutput,
  type BashRequest,
  newBashCommand,
  newBashOutput,
} from './bash-event-files.ts';
import type { CommandRunner } from './command-runner.ts';

/** The longest piece of output in one event, in characters. */
const pieceLength = 1024 * 1024;
/** Further output is discarded, so that it fills neither the disk nor the memory. */
const mostPieces = 64;

export type BashListener = (event: BashEvent) => void;

/** Commands that clients run in the sandbox. Commands and output are written to disk, then sent to the listeners. */
export class BashCommands {
  readonly files: BashEventFiles;
  private readonly activity: Activity;
  private readonly runner: CommandRunner;
  private readonly listeners = new Set<BashListener>();

  constructor(settings: Settings, activity: Activity, runner: CommandRunner) {
    this.activity = activity;
    this.runner = runner;
    this.files = new BashEventFiles(settings.bashEventsPath);
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  /** @returns how to unsubscribe */
  subscribe(listener: BashListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Starts a command. `ended` is its last output, with the exit code. */
  start(request: BashRequest): { readonly command: BashCommand; readonly ended: Promise<BashOutput> } {
    this.activity.touch();
    const command = newBashCommand(request);
    this.publish(command);
    return { command, ended: this.run(command) };
  }

  private async run(command: BashCommand): Promise<BashOutput> {
    const output = new Pieces((piece) => this.publish(newBashOutput({ command_id: command.id, ...piece })));
    try {
      const { command: text, cwd, timeout: timeoutSeconds } = command;
      const exitCode = await this.runner.run({ command: text, cwd, timeoutSeconds }, output);
      return this.publish(newBashOutput({ command_id: command.id, ...output.rest(exitCode) }));
    } catch (error) {
      const reason = reasonOf(error);
      const stderr = `Error executing command: ${reason}`;
      return this.publish(newBashOutput({ command_id: command.id, order: 0, exit_code: -1, stdout: null, stderr }));
    }
  }

  private publish<T extends BashEvent>(event: T): T {
    this.files.write(event);
    for (const listener of this.listeners) listener(event);
    return event;
  }
}

type Piece = Pick<BashOutput, 'order' | 'exit_code' | 'stdout' | 'stderr'>;

/** Splits output into pieces that fit an event. */
class Pieces {
  private readonly publish: (piece: Piece) => void;
  private order = 0;
  private out = '';
  private error = '';

  constructor(publish: (piece: Piece) => void) {
    this.publish = publish;
  }

  stdout(text: string): void {
    this.out = this.cut(this.out + text, (stdout) => ({ stdout, stderr: null }));
  }

  stderr(text: string): void {
    this.error = this.cut(this.error + text, (stderr) => ({ stdout: null, stderr }));
  }

  /** The last piece, with the exit code. */
  rest(exitCode: number): Piece {
    return { order: this.order, exit_code: exitCode, stdout: this.out || null, stderr: this.error || null };
  }

  private cut(text: string, asPiece: (text: string) => Pick<Piece, 'stdout' | 'stderr'>): string {
    let left = text;
    for (; left.length > pieceLength; left = left.slice(pieceLength)) {
      if (this.order >= mostPieces) return left.slice(0, pieceLength);
      this.publish({ order: this.order, exit_code: null, ...asPiece(left.slice(0, pieceLength)) });
      this.order += 1;
    }
    return left;
  }
}
