import { SearchX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../ui/classes.ts';
import { matching, moved } from './matching.ts';
import type { RunnableCommand } from './runnable-command.ts';
import { useCommands } from './use-commands.ts';

interface Props {
  readonly onClose: () => void;
  /** Shows the list of shortcuts instead. */
  readonly onHelp: () => void;
}

/** How long a person pauses before the service is searched, in milliseconds. */
const PAUSE = 250;

/** A field that finds pages, actions, conversations and sandboxes: a combobox with a list that is always open. */
export function CommandPalette({ onClose, onHelp }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { commands, isSearching } = useCommands(useSettled(text), onHelp);
  const found = matching(commands, text);
  const active = found[Math.min(at, found.length - 1)];
  const optionId = (command: RunnableCommand): string => `${id}-${command.id}`;
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Closes the dialog before it leaves the document, so that the focus returns.
    return () => dialog?.close();
  }, []);
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const choose = (command: RunnableCommand): void => {
    // The focus returns first: pages and dialogs that a command opens take it from there.
    ref.current?.close();
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = moved(Math.min(at, found.length - 1), event.key, found.length);
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter' && active) choose(active);
    else return;
    event.preventDefault();
  };
  return createPortal(
    <dialog
      aria-label="Search and commands"
      className="mx-auto mt-[12vh] mb-auto w-[calc(100vw-2rem)] max-w-xl overflow-hidden rounded-xl border border-line bg-surface p-0 text-ink shadow-xl"
      closedby="any"
      onCancel={(event) => {
        // The page closes the dialog by no longer rendering it.
        event.preventDefault();
        onClose();
      }}
      ref={ref}
    >
      <input
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-expanded
        aria-label="Find pages, actions, conversations and sandboxes"
        autoComplete="off"
        className="w-full border-line border-b bg-surface px-4 py-3 text-base outline-none"
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        placeholder="Search by title or ID, or run a command"
        role="combobox"
        spellCheck={false}
        type="text"
        value={text}
      />
      <div
        aria-label="Results"
        className="max-h-[50vh] overflow-y-auto p-2"
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
      >
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, all]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
          <div aria-labelledby={`${id}-${group}`} key={group} role="group">
            <p className="px-2 py-1.5 text-ink-soft text-xs" id={`${id}-${group}`} role="presentation">
              {group}
            </p>
            {all.map((command) => (
              <Option
                command={command}
                id={optionId(command)}
                isActive={command === active}
                key={command.id}
                onChoose={() => choose(command)}
                onPoint={() => setAt(found.indexOf(command))}
              />
            ))}
          </div>
        ))}
      </div>
      {found.length === 0 && !isSearching && (
        <p className="flex items-center justify-center gap-2 px-4 pb-6 text-ink-soft text-sm">
          <SearchX aria-hidden className="size-4" />
          Nothing found
        </p>
      )}
      <p className="sr-only" role="status">
        {isSearching ? 'Searching' : `${found.length} results`}
      </p>
    </dialog>,
    document.body,
  );
}

interface OptionProps {
  readonly command: RunnableCommand;
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

function Option({ command: { label, detail, icon: Icon }, id, isActive, onChoose, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the combobox
    <div
      aria-selected={isActive}
      className={classes(
        'flex cursor-pointer items-center gap-2.5 rounded-lg px-2 py-2 text-sm',
        isActive && 'bg-accent-soft text-accent forced-colors:underline',
      )}
      id={id}
      onClick={onChoose}
      onPointerMove={isActive ? undefined : onPoint}
      role="option"
      tabIndex={-1}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {label}
      </span>
      {detail !== undefined && <span className="max-w-[45%] shrink-0 truncate text-xs">{detail}</span>}
    </div>
  );
}

/** A text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
