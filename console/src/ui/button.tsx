import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';
import { SpinnerIcon } from './spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const variants: Readonly<Record<ButtonVariant, string>> = {
  // In forced-colours mode, only the border of a button remains.
  primary: 'border border-transparent bg-accent-fill text-on-accent hover:brightness-110',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-raised',
  quiet: 'text-ink hover:bg-raised',
  danger: 'border border-transparent bg-bad-fill text-on-accent hover:brightness-110',
};

/** The classes of a button, also for links that act as one. */
export function buttonClasses(variant: ButtonVariant, isIcon = false): string {
  return classes(
    'inline-flex min-h-9 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg font-medium text-sm',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    isIcon ? 'size-9 shrink-0' : 'px-3.5',
    variants[variant],
  );
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  /** Its action is in progress: it cannot be pressed again, and keeps the focus. */
  readonly busy?: boolean;
  readonly icon?: LucideIcon;
}

export function Button({ variant = 'secondary', busy = false, icon, children, className, onClick, ...rest }: Props) {
  return (
    <button
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={classes(buttonClasses(variant), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      type="button"
      {...rest}
    >
      <ButtonIcon busy={busy} icon={icon} />
      {children}
    </button>
  );
}

function ButtonIcon({ busy, icon: Icon }: { readonly busy: boolean; readonly icon: LucideIcon | undefined }) {
  if (busy) return <SpinnerIcon />;
  return Icon && <Icon aria-hidden className="size-4" />;
}

interface IconButtonProps extends Omit<Props, 'children' | 'icon'> {
  /** Its accessible name and tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
}

export function IconButton({ label, icon, variant = 'quiet', busy = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      aria-busy={busy || undefined}
      aria-label={label}
      className={classes(buttonClasses(variant, true), className)}
      title={label}
      type="button"
      {...rest}
    >
      <ButtonIcon busy={busy} icon={icon} />
    </button>
  );
}

interface ButtonLinkProps {
  /** A page without parameters. */
  readonly to: '/' | '/device' | '/conversations' | '/conversations/new' | '/keys' | '/sandboxes';
  readonly variant?: ButtonVariant;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, variant = 'primary', icon, children }: ButtonLinkProps) {
  return (
    <Link className={buttonClasses(variant)} to={to}>
      <ButtonIcon busy={false} icon={icon} />
      {children}
    </Link>
  );
}
