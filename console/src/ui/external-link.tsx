import { ExternalLink as Icon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link that leaves the console. The page there hears neither from where nor by whom it was opened. */
export function ExternalLink({ href, children }: Props) {
  return (
    <a className="text-accent underline underline-offset-2" href={href} rel="noreferrer noopener" target="_blank">
      <span className="break-all">{children}</span>
      <Icon aria-hidden className="ml-1 inline size-3.5" />
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}

/** The address of a link that others wrote, if it leads to the web: no script, no file, no place of the console. */
export function webAddress(href: unknown): string | undefined {
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined;
  const { protocol } = new URL(href);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
