import { type ReactNode, useEffect } from 'react';

interface Props {
  readonly title: string;
  /** One sentence about the page. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The heading of a page, which also names the tab. It has the focus after a page change. */
export function PageHeader({ title, children, actions }: Props) {
  useDocumentTitle(title);
  return (
    <header className="flex flex-wrap items-end justify-between gap-3">
      <div className="grid min-w-0 gap-1">
        <h1 className="break-words font-semibold text-2xl tracking-tight outline-none" tabIndex={-1}>
          {title}
        </h1>
        {children && <div className="text-ink-soft text-sm">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Agent Conversations`;
  }, [title]);
}
