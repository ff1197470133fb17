import { Link, useLocation } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonClasses } from './button.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The pages of the list before this one, from the first on; the first one is an empty text. */
    readonly pagesBefore?: readonly string[];
  }
}

interface Props {
  /** The page that is shown, as the parameter `page` of the address has it; undefined for the first. */
  readonly page: string | undefined;
  readonly next: string | null;
}

/**
 * Leads through a list that comes in pages. The page stands in the address, so that going back, reloading and sharing
 * keep the place.
 */
export function Pager({ page, next }: Props) {
  const before = useLocation({ select: ({ state }) => state.pagesBefore ?? [] });
  if (page === undefined && next === null) return null;
  const previous = before.at(-1);
  return (
    <nav aria-label="Pagination" className="flex justify-end gap-2 border-line border-t p-3">
      {page !== undefined && (
        <Link
          className={buttonClasses('secondary')}
          search={(search: object) => ({ ...search, page: previous || undefined })}
          state={{ pagesBefore: before.slice(0, -1) }}
          to="."
        >
          <ChevronLeft aria-hidden className="size-4" />
          {previous === undefined ? 'First page' : 'Previous'}
        </Link>
      )}
      {next !== null && (
        <Link
          className={buttonClasses('secondary')}
          search={(search: object) => ({ ...search, page: next })}
          state={{ pagesBefore: [...before, page ?? ''] }}
          to="."
        >
          Next
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}
