import { lazy, Suspense, useState } from 'react';
import { code } from '../../../live/code-loader.ts';
import { Skeleton } from '../../../ui/query-states.tsx';
import { type OptionFields as Props, STANDARD_AGENT, type StartDraft } from './start-draft.ts';

// Loaded when it is opened: most starts need only a message.
const OptionFields = lazy(async () => ({
  default: (await code.load(() => import('./option-fields.tsx'))).OptionFields,
}));

/** The optional fields of a start. Open if one of them is filled in or invalid. */
export function MoreOptions(props: Props) {
  const { draft, errors } = props;
  const has = ({ message: _, ...values }: Partial<Record<keyof StartDraft, string | object>>): boolean =>
    Object.values(values).some((value) => Object.keys(value).length > 0 && value !== STANDARD_AGENT);
  const [isOpen, setOpen] = useState(() => has(draft));
  return (
    <details
      className="rounded-lg border border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      open={isOpen || has(errors)}
    >
      <summary className="rounded-lg px-3 py-2 font-medium text-sm hover:bg-raised">
        More options: <span className="font-normal text-ink-soft">repository, model, agent, sandbox, size, title</span>
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton />}>
          <OptionFields {...props} />
        </Suspense>
      )}
    </details>
  );
}
