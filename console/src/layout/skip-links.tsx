import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** The element with the skip links of the shown page. */
export const SKIP_LINKS = 'skip-links';

const look =
  'sr-only z-50 rounded-lg bg-accent-fill px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2';

export function SkipLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className={look} href={href}>
      {children}
    </a>
  );
}

interface Props {
  readonly field: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A link at the start of the page to the field that people come for. The shortcut M does the same. */
export function SkipToField({ field, children }: Props) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(SKIP_LINKS)), []);
  if (place === null) return null;
  return createPortal(
    <button className={look} data-skip-to-field onClick={() => field.current?.focus()} type="button">
      {children}
    </button>,
    place,
  );
}
