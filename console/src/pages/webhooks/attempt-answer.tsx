import { useId, useState } from 'react';
import type { WebhookAnswer } from '../../api/shapes.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { beginningOf } from './beginning.ts';

/** What a receiver answered: text of a stranger, shown as it is. Its beginning alone while it is long. */
export function AttemptAnswer({ answer: { text, truncated } }: { readonly answer: WebhookAnswer }) {
  const [isAll, setAll] = useState(false);
  const id = useId();
  const beginning = beginningOf(text);
  const isLong = beginning.length < text.length;
  return (
    <div className="flex w-full items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-1">
        <pre className="whitespace-pre-wrap break-words font-mono text-xs" id={id}>
          {isLong && !isAll ? `${beginning}…` : text}
        </pre>
        {truncated && (isAll || !isLong) && <p className="text-ink-soft text-xs">Only the beginning was kept.</p>}
        {isLong && (
          <button
            aria-controls={id}
            aria-expanded={isAll}
            className="min-h-6 justify-self-start rounded text-accent text-xs underline underline-offset-2"
            onClick={() => setAll(!isAll)}
            type="button"
          >
            {isAll ? 'Show less' : 'Show all'}
          </button>
        )}
      </div>
      <CopyButton label="Copy the answer" text={text} />
    </div>
  );
}
