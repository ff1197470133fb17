import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What will appear here, and how. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-12 text-center">
      <Icon aria-hidden className="size-8 text-ink-soft" />
      <h2 className="font-semibold">{title}</h2>
      <div className="text-ink-soft text-sm">{children}</div>
      {action}
    </div>
  );
}
