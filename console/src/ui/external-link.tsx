import { ExternalLink as Icon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link that leaves the console. The target learns neither the source page nor its window. */
export function ExternalLink({ href, children }: Props) {
  return (
    <a className="text-accent underline underline-offset-2" href={href} rel="noreferrer noopener" target="_blank">
      <span className="break-all">{children}</span>
      <Icon aria-hidden className="ml-1 inline size-3.5" />
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}

/** The URL of an untrusted link, if it is an absolute http or https URL. */
export function webAddress(href: unknown): string | undefined {
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined;
  const { protocol } = new URL(href);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
