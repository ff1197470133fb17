import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { MenuParts } from './menu-parts.ts';

interface Props {
  readonly label: string;
  readonly className: string;
  readonly trigger: ReactNode;
  /** Whether a key opened it: then its first item has the focus. */
  readonly isByKeyboard: boolean;
  readonly children: ReactNode;
}

const main = (): HTMLElement | null => document.querySelector('main');

/** A menu that is open at first. It is not modal: a modal menu would add inline styles to the page. */
export function OpenedMenu({ label, className, trigger, isByKeyboard, children }: Props) {
  // Rendered in the main landmark, so that screen readers find it there.
  const [landmark, setLandmark] = useState(main);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    if (!content || !isByKeyboard || !isFirst) return;
    // The library focuses the menu itself when it appears.
    const frame = requestAnimationFrame(() => content.querySelector<HTMLElement>('[role=menuitem]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [content, isByKeyboard, isFirst]);
  const onOpenChange = (): void => {
    setLandmark(main());
    setFirst(false);
  };
  return (
    <DropdownMenu.Root defaultOpen modal={false} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger className={className} title={label}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align="end"
          className="z-40 grid min-w-44 gap-0.5 rounded-lg border border-line bg-surface p-1 text-sm shadow-lg"
          collisionPadding={8}
          ref={setContent}
          sideOffset={4}
        >
          <MenuParts value={DropdownMenu}>{children}</MenuParts>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
