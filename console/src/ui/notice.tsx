import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../../shared/presentation/conversations.ts';
import { classes } from './classes.ts';

const looks = {
  good: { icon: CircleCheck, colours: 'bg-good-soft text-good' },
  warn: { icon: TriangleAlert, colours: 'bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, colours: 'bg-bad-soft text-bad' },
  info: { icon: Info, colours: 'bg-info-soft text-info' },
} as const;

export interface NoticeProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
}

/** A message within a page. Bad news is announced immediately. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { icon: Icon, colours } = looks[tone];
  return (
    <div className={classes('flex gap-3 rounded-lg p-3 text-sm', colours)} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="break-words text-ink">{children}</div>}
      </div>
    </div>
  );
}
