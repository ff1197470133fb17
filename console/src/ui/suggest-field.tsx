import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { TextField } from './fields.tsx';

/** A suggested text, with a note that distinguishes it. */
export interface Suggestion {
  readonly value: string;
  readonly note?: string | undefined;
}

interface Props extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'list'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** A note about the suggestions, such as that they are loading or that there are more. */
  readonly notice?: string | undefined;
}

/** A text field with optional suggestions: an ARIA combobox with a list. */
export function SuggestField({ value, onChange, suggestions, notice, disabled = false, ...rest }: Props) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number>();
  const current = active === undefined ? undefined : suggestions[active];
  const isShown = isOpen && !disabled && (suggestions.length > 0 || notice !== undefined);
  const optionId = (index: number): string => `${listId}-${index}`;

  useEffect(() => {
    if (active !== undefined) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const close = (): void => {
    setOpen(false);
    setActive(undefined);
  };
  const take = (suggestion: Suggestion): void => {
    onChange(suggestion.value);
    close();
  };
  /** Opens the list at its first or last suggestion, or moves through it. Past its ends, none is selected. */
  const move = (by: 1 | -1): void => {
    setOpen(true);
    const from = isShown && active !== undefined ? active : by === 1 ? -1 : suggestions.length;
    setActive(suggestions[from + by] === undefined ? undefined : from + by);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && isShown && current) take(current);
    // Escape closes the list first, and then the dialog around it.
    else if (event.key === 'Escape' && isShown) close();
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative">
      <TextField
        {...rest}
        aria-activedescendant={isShown && current && active !== undefined ? optionId(active) : undefined}
        aria-autocomplete="list"
        aria-controls={isShown && suggestions.length > 0 ? listId : undefined}
        aria-expanded={isShown && suggestions.length > 0}
        autoComplete="off"
        disabled={disabled}
        onBlur={close}
        onChange={({ target }) => {
          onChange(target.value);
          setActive(undefined);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        ref={field}
        role="combobox"
        value={value}
      />
      {isShown && (
        <div
          className="absolute inset-x-0 z-30 max-h-64 overflow-y-auto rounded-lg border border-line-strong bg-surface p-1 text-sm shadow-lg"
          // A pressed option must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          style={{ top: below(field.current) }}
        >
          {suggestions.length > 0 && (
            <div aria-label="Suggestions" id={listId} role="listbox">
              {suggestions.map((suggestion, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                <div
                  aria-selected={index === active}
                  className={classes(
                    'flex cursor-pointer items-baseline justify-between gap-3 rounded-md px-2.5 py-2 hover:bg-raised',
                    index === active && 'bg-raised outline-2 outline-accent -outline-offset-2',
                  )}
                  id={optionId(index)}
                  key={suggestion.value}
                  onClick={() => take(suggestion)}
                  role="option"
                  tabIndex={-1}
                >
                  <span className="min-w-0 break-all">{suggestion.value}</span>
                  {suggestion.note !== undefined && (
                    <span className="shrink-0 text-ink-soft text-xs">{suggestion.note}</span>
                  )}
                </div>
              ))}
            </div>
          )}
          {notice !== undefined && (
            <p aria-hidden className="px-2.5 py-2 text-ink-soft text-xs">
              {notice}
            </p>
          )}
        </div>
      )}
      <p className="sr-only" role="status">
        {isShown && spoken(suggestions.length, notice)}
      </p>
    </div>
  );
}

/** Where the list starts: below the field, above its hint. */
function below(field: HTMLInputElement | null): number {
  return field === null ? 0 : field.offsetTop + field.offsetHeight + 4;
}

/** What a screen reader announces when the suggestions change. */
function spoken(count: number, notice: string | undefined): string {
  const amount = count === 0 ? undefined : count === 1 ? '1 suggestion' : `${count} suggestions`;
  return [amount, notice].filter(Boolean).join('. ');
}
