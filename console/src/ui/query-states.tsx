import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureOf, isUnanswered } from '../api/failure.ts';
import { useSilence } from '../live/use-connection.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './notice.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** The placeholder, error or data of a query; error and data if a refresh has failed. */
export function QueryStates<Data>({ query: { data, error }, children }: Props<Data>) {
  const queries = useQueryClient();
  // Queries often fail together, so one click retries all of them.
  const retry = () => queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  if (data === undefined) return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton />;
  return (
    <>
      {error && (
        <div className="p-3 empty:hidden">
          <ErrorNotice error={error} onRetry={retry} />
        </div>
      )}
      {children(data)}
    </>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => unknown) | undefined;
}

/** Replaces content that failed to load. While the service does not answer, a bar above the page says so. */
export function ErrorState(props: ErrorStateProps) {
  const isSilent = useSilence() !== null;
  if (isSilent && props.onRetry && isUnanswered(props.error)) return <Skeleton />;
  return (
    <div className="mx-auto w-full max-w-xl p-4" data-inset>
      <ErrorNotice {...props} />
    </div>
  );
}

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly onRetry?: (() => unknown) | undefined;
}

/**
 * A failure: what happened, what to do, and the request ID for support. Nothing for data that is requested again as soon
 * as the service answers: a bar above the page says that it does not.
 */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const isSilent = useSilence() !== null;
  if (isSilent && onRetry && isUnanswered(error)) return null;
  const { title, detail, remedy, requestId, canRetry } = failureOf(error);
  return (
    <Notice title={title} tone="bad">
      <p>{detail}</p>
      {remedy !== undefined && <p>{remedy}</p>}
      {requestId !== undefined && <RequestId id={requestId} />}
      {onRetry && canRetry && (
        <Button className="mt-2" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </Notice>
  );
}

/** A placeholder for rows that are loading. */
export function Skeleton({ rows = 5, label = 'Loading' }: { readonly rows?: number; readonly label?: string }) {
  return (
    <div className="grid gap-3 p-4" data-inset role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div className="h-5 rounded bg-raised motion-safe:animate-pulse" key={row} />
      ))}
    </div>
  );
}

export function RequestId({ id }: { readonly id: string }) {
  return (
    <p className="flex items-center gap-1 text-ink-soft text-xs">
      <span>
        Request ID <span className="break-all font-mono">{id}</span>
      </span>
      <CopyButton label="Copy request ID" text={id} />
    </p>
  );
}
