import { useLocation } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { onFields, textIn } from './forms.ts';

interface Props {
  /** The accessible name, such as "Filter conversations". */
  readonly label: string;
  /** Whether a filter is active. */
  readonly isFiltered: boolean;
  /** The fields by name, without empty ones. */
  readonly onFilter: (values: Readonly<Record<string, string>>) => void;
  readonly action?: string;
  readonly children: ReactNode;
  /** Content next to the button, such as a button for more fields. */
  readonly further?: ReactNode;
}

/** Fields that narrow a list. They apply on Enter or with the button. */
export function Filters({ label, isFiltered, onFilter, action = 'Filter', children, further }: Props) {
  const ref = useRef<HTMLFormElement>(null);
  const address = useLocation({ select: ({ searchStr }) => searchStr });
  // After a step back or forward, or a clear, the fields show the filters in the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the URL resets the fields
  useEffect(() => ref.current?.reset(), [address]);
  const submit = onFields((fields) => {
    const entries = [...fields.keys()].map((name) => [name, textIn(fields, name)] as const);
    onFilter(Object.fromEntries(entries.filter(([, value]) => value !== '')));
  });
  return (
    <search aria-label={label}>
      <form
        className="flex flex-wrap items-end gap-3 border-line border-b p-4 *:w-full sm:*:w-auto sm:*:min-w-36 sm:*:max-w-60 sm:*:flex-1"
        onSubmit={submit}
        ref={ref}
      >
        {children}
        <div className="flex flex-wrap gap-2">
          <Button icon={Search} type="submit">
            {action}
          </Button>
          {isFiltered && (
            <Button icon={X} onClick={() => onFilter({})} variant="quiet">
              Clear
            </Button>
          )}
          {further}
        </div>
      </form>
    </search>
  );
}
