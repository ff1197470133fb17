/** The code of a part of the console is no longer there: a new release has replaced it. */
export class OutdatedConsole extends Error {
  constructor(cause: unknown) {
    super('The console was updated since this tab was opened.', { cause });
    this.name = 'OutdatedConsole';
  }
}

/** The pause before the code is requested again, in milliseconds. */
const PAUSE = 2_000;

/** Loads the code of pages when they are visited. While its server cannot be reached, the page waits. */
export class CodeLoader {
  #waiting = 0;
  readonly #isReachable: () => Promise<boolean>;
  readonly #listeners = new Set<() => void>();

  /** @param isReachable whether the server of the console answers */
  constructor(isReachable: () => Promise<boolean>) {
    this.#isReachable = isReachable;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether code is waiting for its server. */
  readonly isWaiting = (): boolean => this.#waiting > 0;

  /** @throws OutdatedConsole if the server answers, but not with the code */
  readonly load = async <Module>(importer: () => Promise<Module>): Promise<Module> => {
    try {
      return await importer();
    } catch {
      await this.#serverIsBack();
    }
    try {
      return await importer();
    } catch (error) {
      throw new OutdatedConsole(error);
    }
  };

  async #serverIsBack(): Promise<void> {
    if (await this.#isReachable()) return;
    this.#count(1);
    try {
      do await new Promise((resolve) => setTimeout(resolve, PAUSE));
      while (!(await this.#isReachable()));
    } finally {
      this.#count(-1);
    }
  }

  #count(change: 1 | -1): void {
    this.#waiting += change;
    for (const tell of [...this.#listeners]) tell();
  }
}

/** The code of this console. */
export const code = new CodeLoader(async () => {
  if (!navigator.onLine) return false;
  try {
    await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    return true;
  } catch {
    return false;
  }
});

const RELOADED = 'acs.reloaded-at';

/** A reload that did not help is not repeated for this long, in milliseconds. */
const ONCE_IN = 60_000;

/** Reloads the page to get the current release, unless that has just been tried. */
export function reloadOnce(): void {
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - before < ONCE_IN) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
}
