import { useLocation } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface Props {
  /** The accessible name, such as "Filter conversations". */
  readonly label: string;
  /** Whether a filter is active. */
  readonly isFiltered: boolean;
  /** The fields by name, without empty ones. */
  readonly onFilter: (values: Readonly<Record<string, string>>) => void;
  /** The label of the button. */
  readonly action?: string;
  readonly children: ReactNode;
  /** Beside the button, such as one that shows more fields. */
  readonly further?: ReactNode;
}

/** Fields that narrow a list. They apply on Enter or with the button. */
export function Filters({ label, isFiltered, onFilter, action = 'Filter', children, further }: Props) {
  const ref = useRef<HTMLFormElement>(null);
  const address = useLocation({ select: ({ searchStr }) => searchStr });
  // Going back, forward and clearing reset the fields to the URL, which is their default.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the address that resets them
  useEffect(() => ref.current?.reset(), [address]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value).trim()] as const,
    );
    onFilter(Object.fromEntries(entries.filter(([, value]) => value !== '')));
  };
  return (
    <search aria-label={label}>
      <form
        className="flex flex-wrap items-end gap-3 border-line border-b p-4 *:w-full sm:*:w-auto sm:*:min-w-36 sm:*:max-w-60 sm:*:flex-1"
        onSubmit={submit}
        ref={ref}
      >
        {children}
        <div className="flex flex-wrap gap-2">
          <Button icon={<Search aria-hidden className="size-4" />} type="submit">
            {action}
          </Button>
          {isFiltered && (
            <Button icon={<X aria-hidden className="size-4" />} onClick={() => onFilter({})} variant="quiet">
              Clear
            </Button>
          )}
          {further}
        </div>
      </form>
    </search>
  );
}
