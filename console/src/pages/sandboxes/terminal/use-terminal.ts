import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { CommandExit } from '../../../../../shared/client/commands.ts';
import { inputFor, openTerminal, resizeTerminal } from '../../../../../shared/client/terminals.ts';
import { useSession } from '../../../session/session.ts';
import { useCopy } from '../../../ui/copy-button.tsx';
import { Screen } from './screen.ts';

/** Milliseconds without another change after which a new size is sent. */
const SETTLED = 150;

export interface TerminalState {
  readonly commandId: string | undefined;
  readonly exit: CommandExit | undefined;
  readonly error: unknown;
}

export interface TerminalWanted {
  readonly sandboxId: string;
  /** Undefined: a new one. */
  readonly commandId: string | undefined;
  readonly resume: boolean;
  readonly onStarted: (commandId: string) => void;
  readonly onLeave: () => void;
  /** The browser does not let the page read the clipboard. */
  readonly onPasteRefused: () => void;
}

const BEGINNING: TerminalState = { commandId: undefined, exit: undefined, error: undefined };

/** A terminal in an element, as long as the element is shown. The shell goes on after that. */
export function useTerminal(element: RefObject<HTMLElement | null>, wanted: TerminalWanted) {
  const { client } = useSession();
  const [state, setState] = useState(BEGINNING);
  const copy = useCopy();
  const screen = useRef<Screen>(undefined);
  const latest = useRef({ wanted, copy });
  latest.current = { wanted, copy };
  const paste = useCallback(async () => {
    try {
      const text = await navigator.clipboard.readText();
      if (text !== '') screen.current?.paste(text);
    } catch {
      latest.current.wanted.onPasteRefused();
    }
  }, []);

  useEffect(() => {
    if (!element.current) return undefined;
    const { sandboxId, commandId, resume } = latest.current.wanted;
    const leave = new AbortController();
    const fail = (error: unknown): void => {
      if (!leave.signal.aborted) setState((before) => ({ ...before, error }));
    };
    let input: ReturnType<typeof inputFor> | undefined;
    let id: string | undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const early: Uint8Array[] = [];
    const type = (bytes: Uint8Array): void => {
      if (input) input.write(bytes).catch(fail);
      else early.push(bytes);
    };
    const resize = (): void => {
      clearTimeout(settling);
      settling = setTimeout(() => {
        // A terminal that has ended has no size.
        if (id !== undefined) resizeTerminal(client, sandboxId, id, shown.size).catch(() => undefined);
      }, SETTLED);
    };
    const shown = new Screen(element.current, {
      onInput: type,
      onResize: resize,
      onCopy: (text) => void latest.current.copy(text, text),
      onPaste: () => void paste(),
      onLeave: () => latest.current.wanted.onLeave(),
    });
    screen.current = shown;
    shown.focus();
    const follow = async (): Promise<void> => {
      const wish = { commandId, size: shown.size, resume };
      for await (const news of openTerminal(client, sandboxId, wish, leave.signal)) {
        if (news.event === 'command') {
          id = news.command.id;
          input = inputFor(client, sandboxId, id);
          for (const bytes of early.splice(0)) type(bytes);
          resize();
          setState((before) => ({ ...before, commandId: id }));
          latest.current.wanted.onStarted(id);
        } else if (news.event === 'earlier') await shown.write(news.text);
        else if (news.event === 'cut') await shown.write(`\u001b[0m\r\n[${news.bytes} bytes are left out]\r\n`);
        else if (news.event === 'exit') setState((before) => ({ ...before, exit: news.exit }));
        else await shown.write(news.bytes);
      }
    };
    follow()
      .catch(fail)
      .finally(() => input?.end());
    return () => {
      leave.abort();
      clearTimeout(settling);
      input?.end();
      shown.dispose();
      screen.current = undefined;
    };
  }, [client, element, paste]);

  const copyText = () => {
    const text = screen.current?.text ?? '';
    screen.current?.focus();
    return copy(text, text);
  };
  return {
    state,
    paste,
    copyText,
    pasteText: (text: string) => screen.current?.paste(text),
    type: (keys: string) => screen.current?.type(keys),
  };
}
