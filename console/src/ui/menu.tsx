import { EllipsisVertical, type LucideProps } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentType, type ReactNode, useState } from 'react';
import { buttonClasses } from './button.tsx';
import { classes } from './classes.ts';

interface Props {
  /** The accessible name, such as "Actions for this key". */
  readonly label: string;
  readonly trigger?: ReactNode;
  readonly children: ReactNode;
  readonly isOpenAtFirst?: boolean;
}

const main = (): HTMLElement | null => document.querySelector('main');

/** Actions behind one button. It is not modal: a modal menu would add inline styles to the page. */
export function Menu({ label, trigger, children, isOpenAtFirst = false }: Props) {
  // Rendered in the main landmark, so that screen readers find it there.
  const [landmark, setLandmark] = useState(() => (isOpenAtFirst ? main() : null));
  return (
    <DropdownMenu.Root defaultOpen={isOpenAtFirst} modal={false} onOpenChange={() => setLandmark(main())}>
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
  readonly icon: ComponentType<LucideProps>;
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export function MenuItem({ icon: Icon, label, isDangerous = false, disabled = false, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item
      className={classes(
        'flex items-center gap-2 rounded-md px-2.5 py-2 outline-transparent -outline-offset-2 data-disabled:opacity-50 data-highlighted:bg-raised',
        isDangerous && 'text-bad',
      )}
      disabled={disabled}
      onSelect={({ target }) => {
        focusButtonOf(target);
        onSelect();
      }}
    >
      <Icon aria-hidden className="size-4" />
      {label}
    </DropdownMenu.Item>
  );
}

/** Focuses the menu button, to which a dialog returns the focus: the item itself is gone by then. */
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
