import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has: a place holder, what went wrong, or the data; and both when a later look has failed. */
export function QueryStates<Data>({ query, children }: Props<Data>) {
  const { data, error, refetch } = query;
  if (data === undefined) return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton />;
  return (
    <>
      {error && (
        <div className="p-3">
          <ErrorNotice error={error} onRetry={refetch} />
        </div>
      )}
      {children(data)}
    </>
  );
}
