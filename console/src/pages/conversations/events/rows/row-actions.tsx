import { Braces, GitFork, Link2 } from 'lucide-react';
import { pretty } from '../../../../../../shared/presentation/events/json.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { useCopy } from '../../../../ui/copy-button.tsx';
import { useToast } from '../../../../ui/toasts.ts';
import { useForkFromEvent } from '../fork-from-event.tsx';

interface Props {
  readonly id: string;
  /** The raw events of the row. */
  readonly raw: unknown;
  /** The last event of the row. By default, its only one. */
  readonly lastId?: string | undefined;
}

const small = 'size-7! min-h-7! [&_svg]:size-3.5';

/** The actions of any row. Shown on hover and focus, and always on touch screens. */
export function RowActions({ id, raw, lastId = id }: Props) {
  const fork = useForkFromEvent();
  const toast = useToast();
  const copyText = useCopy();
  const copy = async (what: string, text: string): Promise<void> => {
    if (await copyText(text)) toast({ tone: 'good', title: `${what} copied` });
  };
  const link = (): string => {
    const address = new URL(window.location.href);
    address.searchParams.set('event', id);
    return address.href;
  };
  return (
    <span className="flex shrink-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0">
      <IconButton
        className={small}
        icon={Link2}
        label="Copy a link to this event"
        onClick={() => void copy('Link', link())}
      />
      <IconButton className={small} icon={Braces} label="Copy as JSON" onClick={() => void copy('JSON', pretty(raw))} />
      {fork && <IconButton className={small} icon={GitFork} label="Fork from here" onClick={() => fork(lastId)} />}
    </span>
  );
}
