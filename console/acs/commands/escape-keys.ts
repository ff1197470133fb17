const TILDE = 0x7e;
const DOT = 0x2e;
const LINE_ENDS: ReadonlySet<number> = new Set([0x0d, 0x0a]);

/** Finds `~.` at the beginning of a line, which leaves the terminal as in `ssh`. `~~` there is one `~`. */
export class EscapeKeys {
  #isAtStart = true;
  #hasTilde = false;

  /** @returns what goes to the sandbox, and whether the terminal is left */
  read(data: Uint8Array): { readonly bytes: Uint8Array; readonly isLeft: boolean } {
    const passed: number[] = [];
    for (const byte of data) {
      if (this.#hasTilde) {
        this.#hasTilde = false;
        if (byte === DOT) return { bytes: Uint8Array.from(passed), isLeft: true };
        passed.push(TILDE);
        if (byte === TILDE) continue;
      } else if (this.#isAtStart && byte === TILDE) {
        this.#hasTilde = true;
        this.#isAtStart = false;
        continue;
      }
      passed.push(byte);
      this.#isAtStart = LINE_ENDS.has(byte);
    }
    return { bytes: Uint8Array.from(passed), isLeft: false };
  }
}
