import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { code } from '../../live/code-loader.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { useCan } from '../../session/session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Outdated } from '../../ui/outdated.tsx';
import { destinations } from '../destinations.ts';
import { isMac, type Shortcut, shortcutOf, typesInto } from './shortcuts.ts';

const CommandPalette = lazy(async () => ({
  default: (await code.load(() => import('./command-palette.tsx'))).CommandPalette,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await code.load(() => import('./shortcuts-dialog.tsx'))).ShortcutsDialog,
}));

type Shown = 'palette' | 'help' | undefined;

/** The button of the command palette, and the keyboard shortcuts of every page. */
export function Commands() {
  const [shown, setShown] = useState<Shown>();
  useShortcuts(setShown);
  const close = (): void => setShown(undefined);
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        className={classes(buttonClasses('secondary'), 'text-ink-soft max-lg:size-9 max-lg:px-0 lg:justify-start')}
        onClick={() => setShown('palette')}
        type="button"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="max-lg:sr-only lg:flex-1 lg:text-left">
          Search<span className="sr-only"> and commands</span>
        </span>
        <kbd aria-hidden className="hidden font-sans text-xs lg:inline">
          {isMac() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <CatchBoundary errorComponent={Outdated} getResetKey={() => String(shown)}>
        <Suspense>
          {shown === 'palette' && <CommandPalette onClose={close} onHelp={() => setShown('help')} />}
          {shown === 'help' && <ShortcutsDialog onClose={close} />}
        </Suspense>
      </CatchBoundary>
    </>
  );
}

function useShortcuts(show: (shown: Shown) => void): void {
  const navigate = useNavigate();
  const can = useCan();
  const { hasShortcuts } = usePreferences();
  const began = useRef<number>(undefined);
  useEffect(() => {
    const run = (shortcut: Shortcut): boolean => {
      if (shortcut.does === 'go') {
        const page = destinations.find(({ letter }) => letter === shortcut.letter);
        if (page === undefined || ('needs' in page && !can(page.needs))) return false;
        void navigate({ to: page.to });
      } else if (shortcut.does === 'message') {
        document.querySelector<HTMLElement>('[data-skip-to-field]')?.click();
      } else if (shortcut.does === 'new') {
        if (!can('POST /api/v1/app-conversations')) return false;
        void navigate({ to: '/conversations/new' });
      } else {
        show(shortcut.does);
      }
      return true;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      // Dialogs have keys of their own, and keys that compose a character are no shortcuts.
      if (event.defaultPrevented || event.isComposing || event.repeat || document.querySelector('dialog[open]')) return;
      const isInTerminal = target instanceof Element && target.closest('.xterm') !== null;
      const press = { key, ctrlKey, metaKey, altKey, isTyping: typesInto(target), isInTerminal, at: event.timeStamp };
      const shortcut = shortcutOf(press, began.current, { isMac: isMac(), hasShortcuts });
      began.current = shortcut === 'begins' ? press.at : undefined;
      if (shortcut !== undefined && shortcut !== 'begins' && run(shortcut)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, can, hasShortcuts, show]);
}
