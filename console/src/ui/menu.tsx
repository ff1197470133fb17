import { CatchBoundary } from '@tanstack/react-router';
import { EllipsisVertical, type LucideProps } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { code } from '../live/code-loader.ts';
import { buttonClasses } from './button.tsx';
import { classes } from './classes.ts';
import { MenuParts } from './menu-parts.ts';
import { Outdated } from './outdated.tsx';

const load = () => code.load(() => import('./opened-menu.tsx'));

const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }));

interface Props {
  /** The accessible name, such as "Actions for this key". */
  readonly label: string;
  readonly trigger?: ReactNode;
  readonly children: ReactNode;
}

/** Actions behind one button. The library of menus is loaded when the first one is opened. */
export function Menu({ label, trigger, children }: Props) {
  const [opener, setOpener] = useState<'keyboard' | 'pointer'>();
  const className = buttonClasses('quiet', trigger === undefined);
  const content = (
    <>
      {trigger ?? <EllipsisVertical aria-hidden className="size-4" />}
      <span className="sr-only">{label}</span>
    </>
  );
  const prepare = (): void => void load().catch(() => undefined);
  const button = (
    <button
      aria-expanded={false}
      aria-haspopup="menu"
      className={className}
      // Keys cause clicks without a count.
      onClick={({ detail }) => setOpener(detail === 0 ? 'keyboard' : 'pointer')}
      onFocus={prepare}
      onPointerEnter={prepare}
      title={label}
      type="button"
    >
      {content}
    </button>
  );
  if (opener === undefined) return button;
  return (
    <CatchBoundary errorComponent={Outdated} getResetKey={() => label}>
      <Suspense fallback={button}>
        <OpenedMenu className={className} isByKeyboard={opener === 'keyboard'} label={label} trigger={content}>
          {children}
        </OpenedMenu>
      </Suspense>
    </CatchBoundary>
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
  const { Item } = use(MenuParts);
  return (
    <Item
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
    </Item>
  );
}

/** Focuses the menu button, to which a dialog returns the focus: the item itself is gone by then. */
function focusButtonOf(item: EventTarget | null): void {
  const menu = item instanceof Element ? item.closest('[role=menu]') : null;
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus();
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { Label } = use(MenuParts);
  return <Label className="px-2.5 py-1.5 text-ink-soft text-xs">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = use(MenuParts);
  return <Separator className="my-1 h-px bg-line" />;
}
