import { Bot, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../../../ui/classes.ts';
import { CutText, PlainText } from './cut-text.tsx';
import { Fold } from './fold.tsx';
import { Markdown } from './lazy-parts.tsx';

/** How many lines of a text are shown at first. */
export const SHOWN_LINES = 80;

interface Props {
  readonly from: 'user' | 'agent';
  readonly time: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A message: the user on the right, the agent on the left. */
export function Speech({ from, time, actions, children }: Props) {
  const isUser = from === 'user';
  const Icon = isUser ? User : Bot;
  return (
    <div className={classes('flex', isUser && 'justify-end')}>
      <div
        className={classes(
          'grid min-w-0 gap-1.5 rounded-xl border px-3.5 py-2.5',
          isUser ? 'max-w-[min(90%,52rem)] border-transparent bg-accent-soft' : 'w-full border-line bg-surface',
        )}
      >
        <div className="flex min-h-7 items-center gap-2 text-ink-soft text-xs">
          <Icon aria-hidden className="size-3.5" />
          <span className="font-medium text-ink">{isUser ? 'User' : 'Agent'}</span>
          {time}
          <span className="flex-1" />
          {actions}
        </div>
        {children}
      </div>
    </div>
  );
}

/** Longer texts, in characters, are shown as plain text: parsing them takes too long. */
const LONGEST_MARKDOWN = 30_000;

/** The text of a message. @param id the ID of its event */
export function SpokenText({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <CutText head={SHOWN_LINES} id={`${id}/text`} tail={0} text={text}>
      {(shown) =>
        shown.length > LONGEST_MARKDOWN ? (
          <p className="whitespace-pre-wrap break-words text-sm leading-6" dir="auto">
            {shown}
          </p>
        ) : (
          <Markdown blocks={[shown]} />
        )
      }
    </CutText>
  );
}

interface ThoughtsProps {
  /** The ID of the event. */
  readonly id: string;
  readonly text: string;
  /** Whether the model is still thinking: its latest words are then shown next to the title. */
  readonly isGrowing?: boolean;
}

/** How many characters of growing thoughts fit on their line. */
const LINE = 200;

/** The thoughts of a model before a message or an action; nothing if it did not share any. */
export function Thoughts({ id, text, isGrowing = false }: ThoughtsProps) {
  if (text === '') return null;
  return (
    <Fold id={`${id}/thought`} title={isGrowing ? <Growing text={text} /> : 'Thoughts'}>
      {() => <PlainText id={`${id}/thought-text`} text={text} />}
    </Fold>
  );
}

/** Cut on the left, as the newest words are on the right. */
function Growing({ text }: { readonly text: string }) {
  return (
    <span className="flex gap-1.5">
      Thoughts
      <span aria-hidden className="flex min-w-0 justify-end overflow-hidden text-ink-soft italic">
        {text.slice(-LINE).replace(/\s+/g, ' ').trim()}
      </span>
    </span>
  );
}
