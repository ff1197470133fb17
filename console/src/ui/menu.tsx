import { EllipsisVertical } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { buttonClasses } from './button.tsx';
import { classes } from './classes.ts';

interface Props {
  /** The accessible name, such as "Actions for this key". */
  readonly label: string;
  readonly trigger?: ReactNode;
  readonly children: ReactNode;
}

/** Actions behind one button. Not modal, as a modal one would write styles into the page. */
export function Menu({ label, trigger, children }: Props) {
  // Within the landmark of the page, so that screen readers find it there.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  return (
    <DropdownMenu.Root modal={false} onOpenChange={() => setLandmark(document.querySelector('main'))}>
      <DropdownMenu.Trigger className={buttonClasses('quiet', trigger === undefined)} title={label}>
        {trigger ?? <EllipsisVertical aria-hidden className="size-4" />}
        <span className="sr-only">{label}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align="end"
          className="z-40 grid min-w-44 gap-0.5 rounded-lg border border-line bg-surface p-1 text-sm shadow-lg"
          collisionPadding={8}
          sideOffset={4}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, isDangerous = false, disabled = false, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      className={classes(
        'flex items-center gap-2 rounded-md px-2.5 py-2 outline-transparent -outline-offset-2 data-disabled:opacity-50 data-highlighted:bg-raised [&_svg]:size-4',
        isDangerous && 'text-bad',
      )}
      disabled={disabled}
      onSelect={({ target }) => {
        focusButtonOf(target);
        onSelect();
      }}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

/** The item is gone when its action ends: a dialog must return the focus to the menu button. */
function focusButtonOf(item: EventTarget | null): void {
  const menu = item instanceof Element ? item.closest('[role=menu]') : null;
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus();
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-1.5 text-ink-soft text-xs">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
