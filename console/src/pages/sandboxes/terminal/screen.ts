import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import type { TerminalSize } from '../../../../../shared/client/terminals.ts';
import { StrictDocument } from './strict-document.ts';

/** Lines that are kept above the screen. */
const SCROLLBACK = 5_000;

/** What the screen reports. */
export interface ScreenEvents {
  readonly onInput: (bytes: Uint8Array) => void;
  readonly onResize: (size: TerminalSize) => void;
  readonly onCopy: (text: string) => void;
  readonly onPaste: () => void;
  readonly onLeave: () => void;
}

const DARK: ITheme = {
  background: '#0d1117',
  foreground: '#e6edf3',
  cursor: '#e6edf3',
  selectionBackground: '#3b5070',
};
const LIGHT: ITheme = {
  background: '#ffffff',
  foreground: '#1f2328',
  cursor: '#1f2328',
  selectionBackground: '#b6d3f7',
  yellow: '#7d5600',
  brightYellow: '#7d5600',
  white: '#57606a',
  brightWhite: '#1f2328',
  green: '#116329',
  brightGreen: '#116329',
  cyan: '#0b5c75',
  brightCyan: '#0b5c75',
};

/** A terminal of xterm.js in an element. Its output comes from a sandbox, which is not trusted. */
export class Screen {
  readonly #terminal: Terminal;
  readonly #strict = new StrictDocument();
  readonly #observer: ResizeObserver;
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  /** The console's own choice of a theme is an attribute of the document. */
  readonly #chosen = new MutationObserver(() => this.#paint());

  constructor(element: HTMLElement, events: ScreenEvents) {
    this.#terminal = new Terminal({
      scrollback: SCROLLBACK,
      fontSize: 13,
      fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
      minimumContrastRatio: 4.5,
      screenReaderMode: false,
      // Links of a sandbox lead nowhere.
      linkHandler: { activate: () => undefined },
    });
    // The sandbox must not reach the clipboard (OSC 52), the title or links (OSC 8).
    for (const code of [0, 1, 2, 8, 52]) this.#terminal.parser.registerOscHandler(code, () => true);
    const fit = new FitAddon();
    this.#terminal.loadAddon(fit);
    this.#terminal.open(element);
    this.#terminal.textarea?.setAttribute('aria-label', 'Terminal input. Press Control Shift F to leave.');
    this.#terminal.onData((data) => events.onInput(new TextEncoder().encode(data)));
    this.#terminal.onBinary((data) => events.onInput(Uint8Array.from(data, (one) => one.charCodeAt(0))));
    this.#terminal.onResize(({ rows, cols }) => events.onResize({ rows, columns: cols }));
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForProgram(event, events));
    this.#observer = new ResizeObserver(() => fit.fit());
    this.#observer.observe(element);
    this.#system.addEventListener('change', this.#paint);
    this.#chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#paint();
    fit.fit();
  }

  get size(): TerminalSize {
    return { rows: this.#terminal.rows, columns: this.#terminal.cols };
  }

  /** Waits until it is shown, so that fast output does not fill the memory. */
  write(output: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(output, resolve));
  }

  paste(text: string): void {
    this.#terminal.paste(text);
    this.#terminal.focus();
  }

  /** Types keys that a keyboard of a phone does not have. */
  type(keys: string): void {
    this.#terminal.input(keys);
    this.#terminal.focus();
  }

  /** What is selected, or else what the screen shows: fingers cannot select in a terminal. */
  get text(): string {
    const selected = this.#terminal.getSelection();
    if (selected !== '') return selected;
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: this.#terminal.rows }, (_, row) => active.getLine(active.viewportY + row));
    return rows
      .map((row) => row?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  }

  focus(): void {
    this.#terminal.focus();
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#system.removeEventListener('change', this.#paint);
    this.#chosen.disconnect();
    this.#terminal.dispose();
    this.#strict.dispose();
  }

  readonly #paint = (): void => {
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const isDark = scheme === 'dark' || (scheme !== 'light' && this.#system.matches);
    this.#terminal.options.theme = isDark ? DARK : LIGHT;
  };

  /** Ctrl-C is for the program, so copying needs Shift, as in other terminals. Tab too, so there is a key to leave. */
  #isForProgram(event: KeyboardEvent, { onCopy, onPaste, onLeave }: ScreenEvents): boolean {
    if (!event.ctrlKey || !event.shiftKey || event.type !== 'keydown') return true;
    const actions: Readonly<Record<string, () => void>> = {
      KeyC: () => onCopy(this.#terminal.getSelection()),
      KeyV: onPaste,
      KeyF: onLeave,
    };
    const action = actions[event.code];
    if (!action) return true;
    event.preventDefault();
    action();
    return false;
  }
}
