/** A key press, as events of the browser have it. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Whether the key types text, or belongs to a widget with keys of its own. */
  readonly isTyping: boolean;
  /** Whether the key goes to a terminal, which has its own meaning for Ctrl+K. */
  readonly isInTerminal: boolean;
  /** In milliseconds. */
  readonly at: number;
}

export type Shortcut =
  | { readonly does: 'palette' | 'help' | 'new' | 'message' }
  | { readonly does: 'go'; readonly letter: string };

/** How long the second key of a sequence can take, in milliseconds. */
const SEQUENCE = 1_500;

interface Settings {
  readonly isMac: boolean;
  /** Whether single keys act. */
  readonly hasShortcuts: boolean;
}

/** The shortcut of a press. @param began when G was pressed before it; undefined if it was not */
export function shortcutOf(
  press: Press,
  began: number | undefined,
  settings: Settings,
): Shortcut | 'begins' | undefined {
  const { key, ctrlKey, metaKey, altKey, isTyping, isInTerminal, at } = press;
  const isModified = ctrlKey || metaKey || altKey;
  if (key.toLowerCase() === 'k' && isModified) {
    const isChord = settings.isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    // On a Mac, a terminal has no use for the command key.
    return isChord && !altKey && (settings.isMac || !isInTerminal) ? { does: 'palette' } : undefined;
  }
  if (isModified || isTyping || !settings.hasShortcuts) return undefined;
  if (began !== undefined && at - began <= SEQUENCE) return { does: 'go', letter: key.toLowerCase() };
  switch (key) {
    case '?':
      return { does: 'help' };
    case 'n':
      return { does: 'new' };
    case 'm':
      return { does: 'message' };
    case 'g':
      return 'begins';
    default:
      return undefined;
  }
}

/** Whether keys on this element are not shortcuts. */
export function typesInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const own =
    'input, textarea, select, [contenteditable], [role=application], [role=menu], [role=listbox], [role=tree]';
  return target.isContentEditable || target.closest(own) !== null;
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
