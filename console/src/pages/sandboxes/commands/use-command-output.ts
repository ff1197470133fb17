import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type CommandExit,
  type CommandNews,
  type CommandRequest,
  followCommand,
  runCommand,
  type SandboxCommand,
} from '../../../../../shared/client/commands.ts';
import { useSession } from '../../../session/session.ts';

/** A piece of output as it is shown. */
export interface OutputPart {
  readonly key: number;
  readonly stream: 'stdout' | 'stderr' | 'note';
  readonly text: string;
}

export interface CommandOutput {
  readonly command: SandboxCommand | null;
  readonly parts: readonly OutputPart[];
  readonly exit: CommandExit | null;
  readonly error: unknown;
  /** Whether output can still come. */
  readonly isOpen: boolean;
}

const NONE: CommandOutput = { command: null, parts: [], exit: null, error: null, isOpen: false };

/** The most text that is shown, in characters: the end of it. */
const MOST_TEXT = 200_000;

/** Runs or follows one command at a time. Leaving the page only ends the following. */
export function useCommandOutput(sandboxId: string, onChange: () => void) {
  const { client } = useSession();
  const [output, setOutput] = useState<CommandOutput>(NONE);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const show = useCallback(
    async (news: (signal: AbortSignal) => AsyncGenerator<CommandNews, void>) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      setOutput({ ...NONE, isOpen: true });
      try {
        const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
        for await (const one of news(controller.signal)) {
          setOutput((before) => after(before, one, decoders));
          if (one.event === 'command' || one.event === 'exit') onChange();
        }
        setOutput((before) => ({ ...before, isOpen: false }));
      } catch (error) {
        if (!controller.signal.aborted) setOutput((before) => ({ ...before, isOpen: false, error }));
      }
    },
    [onChange],
  );

  return {
    output,
    run: (body: CommandRequest, resume: boolean) =>
      show((signal) => runCommand(client, sandboxId, body, { resume, signal })),
    follow: (id: string) => show((signal) => followCommand(client, sandboxId, id, { signal })),
  };
}

type Decoders = Readonly<Record<'stdout' | 'stderr', TextDecoder>>;

function after(before: CommandOutput, news: CommandNews, decoders: Decoders): CommandOutput {
  switch (news.event) {
    case 'command':
      return { ...before, command: news.command };
    case 'exit':
      return { ...before, exit: news.exit, isOpen: false };
    case 'cut':
      return extended(before, 'note', `[${news.bytes} bytes of ${news.stream} are left out]\n`);
    case 'stdout':
    case 'stderr':
      return extended(before, news.event, decoders[news.event].decode(news.bytes, { stream: true }));
  }
}

/** Adds text, and removes the oldest beyond the most. */
function extended(before: CommandOutput, stream: OutputPart['stream'], text: string): CommandOutput {
  const last = before.parts.at(-1);
  const isSame = last?.stream === stream && last.text.length < 10_000;
  const parts = isSame
    ? [...before.parts.slice(0, -1), { ...last, text: last.text + text }]
    : [...before.parts, { key: (last?.key ?? 0) + 1, stream, text }];
  let size = parts.reduce((sum, part) => sum + part.text.length, 0);
  while (size > MOST_TEXT && parts.length > 1) size -= parts.shift()?.text.length ?? 0;
  return { ...before, parts };
}
