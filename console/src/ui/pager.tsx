import { Link, useLocation } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonClasses } from './button.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous pages of the list; the first one is an empty text. */
    readonly pagesBefore?: readonly string[];
  }
}

interface Props {
  /** The parameter `page` of the URL; undefined for the first page. */
  readonly page: string | undefined;
  readonly next: string | null;
}

/** Moves through a paginated list. The page is in the URL, so that it survives back, reload and sharing. */
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
