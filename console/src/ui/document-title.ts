import { useEffect } from 'react';

/** Names the tab of the browser after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Agent Conversations`;
  }, [title]);
}
