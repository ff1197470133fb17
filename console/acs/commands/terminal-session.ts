import { CommandStreamEnded } from '../../../shared/client/commands.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { TerminalInput } from '../../../shared/client/terminal-input.ts';
import { inputFor, openTerminal, resizeTerminal, type TerminalWish } from '../../../shared/client/terminals.ts';
import { wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { EscapeKeys } from './escape-keys.ts';
import { exitCodeOf, NOT_RUN, reported, write } from './exit-codes.ts';

/** Leaves full screens, mouse reports, bracketed paste and colours, which a program cannot undo once it is left. */
const RESET = '\u001b[?1049l\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?2004l\u001b[?25h\u001b[0m\r\n';

/** Signals at which the terminal of the user is restored. */
const ENDINGS = { SIGTERM: 143, SIGHUP: 129 } as const;

/** @throws Failure (usage) unless a person sits at a terminal */
export function requireTerminal(advice: string): void {
  if (process.stdin.isTTY === true && process.stdout.isTTY === true) return;
  throw wrongUsage('This needs a terminal for input and output.', advice);
}

interface Place {
  readonly service: ServiceClient;
  readonly sandboxId: string;
  readonly out: Output;
}

/** Connects this terminal to one in a sandbox, until that ends or it is left with `~.`. @returns the exit code */
export async function attachTerminal(place: Place, wish: Omit<TerminalWish, 'size'>): Promise<number> {
  const { service, sandboxId, out } = place;
  const leave = new AbortController();
  const keyboard = new Keyboard(place, leave);
  let hasEnded = false;
  keyboard.open();
  try {
    for await (const news of openTerminal(service, sandboxId, { ...wish, size: ownSize() }, leave.signal)) {
      if (news.event === 'command') keyboard.begin(news.command.id);
      else if (news.event === 'earlier') process.stdout.write(news.text);
      else if (news.event === 'cut') process.stdout.write(`\u001b[0m\r\n[${news.bytes} bytes are left out]\r\n`);
      else if (news.event === 'stdout' || news.event === 'stderr') await write(process.stdout, news.bytes);
      else if (news.event === 'exit') {
        hasEnded = true;
        keyboard.close();
        return exitCodeOf(news.exit, out);
      }
    }
    return NOT_RUN;
  } catch (error) {
    keyboard.close();
    if (keyboard.commandId !== undefined) process.stdout.write(RESET);
    if (keyboard.commandId !== undefined && !(error instanceof CommandStreamEnded)) {
      out.say(
        `acs: left the terminal, which continues. Return with: acs sandboxes shell ${sandboxId} --attach ${keyboard.commandId}`,
      );
    }
    if (leave.signal.aborted) return keyboard.exitCode;
    return reported(error, out);
  } finally {
    keyboard.close();
    if (!hasEnded) leave.abort();
  }
}

function ownSize() {
  const { rows = 24, columns = 80 } = process.stdout;
  const bounded = (size: number) => Math.min(1_000, Math.max(1, size));
  return { rows: bounded(rows), columns: bounded(columns) };
}

/** The keyboard and the size of this terminal, as long as it belongs to the sandbox. */
class Keyboard {
  commandId: string | undefined;
  exitCode = 130;
  readonly #place: Place;
  readonly #leave: AbortController;
  readonly #keys = new EscapeKeys();
  #input: TerminalInput | undefined;
  #early: Uint8Array[] = [];
  #isOpen = false;

  constructor(place: Place, leave: AbortController) {
    this.#place = place;
    this.#leave = leave;
  }

  open(): void {
    this.#isOpen = true;
    process.stdin.setRawMode(true);
    process.stdin.on('data', this.#onData).on('end', this.#onHangUp);
    process.stdout.on('resize', this.#onResize);
    process.on('exit', this.#restore);
    for (const signal of Object.keys(ENDINGS)) process.on(signal, this.#onSignal);
  }

  begin(commandId: string): void {
    const { service, sandboxId } = this.#place;
    this.commandId = commandId;
    this.#input = inputFor(service, sandboxId, commandId);
    for (const bytes of this.#early) this.#type(bytes);
    this.#early = [];
    this.#onResize();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#input?.end();
    process.stdin.off('data', this.#onData).off('end', this.#onHangUp);
    process.stdout.off('resize', this.#onResize);
    process.off('exit', this.#restore);
    for (const signal of Object.keys(ENDINGS)) process.off(signal, this.#onSignal);
    this.#restore();
    // A terminal that is still read would keep the process alive.
    process.stdin.pause().unref();
  }

  readonly #restore = (): void => {
    process.stdin.setRawMode(false);
  };

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.exitCode = signal === 'SIGHUP' ? ENDINGS.SIGHUP : ENDINGS.SIGTERM;
    this.#leave.abort();
  };

  readonly #onHangUp = (): void => this.#leave.abort();

  readonly #onData = (data: Buffer): void => {
    const { bytes, isLeft } = this.#keys.read(data);
    if (bytes.length > 0) this.#type(bytes);
    if (isLeft) this.#leave.abort();
  };

  #type(bytes: Uint8Array): void {
    if (!this.#input) this.#early.push(bytes);
    else this.#input.write(bytes).catch((error: unknown) => this.#leave.abort(error));
  }

  readonly #onResize = (): void => {
    const { service, sandboxId } = this.#place;
    if (this.commandId === undefined) return;
    // The next change tries again.
    resizeTerminal(service, sandboxId, this.commandId, ownSize()).catch(() => undefined);
  };
}
