import { CircleAlert } from 'lucide-react';
import type { EventOf } from '../../../../../../shared/presentation/events/timeline-event.ts';
import { Time } from '../../../../ui/time.tsx';
import { CutText } from './cut-text.tsx';
import { RowActions } from './row-actions.tsx';

/** Why a run ended, and what to do. It is history, and no alert each time that it comes into sight. */
export function ErrorRow({ event: { id, at, content, raw } }: { readonly event: EventOf<'error'> }) {
  return (
    <div className="flex gap-3 rounded-lg bg-bad-soft p-3 text-sm">
      <CircleAlert aria-hidden className="mt-1.5 size-4 shrink-0 text-bad" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex min-h-7 items-center gap-2">
          <p className="min-w-0 break-words font-semibold text-bad">{content.title}</p>
          <span className="text-ink-soft text-xs">
            <Time value={at} />
          </span>
          <span className="flex-1" />
          <RowActions id={id} raw={raw} />
        </div>
        <CutText head={12} id={id} tail={3} text={content.detail}>
          {(shown) => <p className="whitespace-pre-wrap break-words font-mono text-xs">{shown}</p>}
        </CutText>
        <p>{content.remedy}</p>
      </div>
    </div>
  );
}
