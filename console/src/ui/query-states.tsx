import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has: a place holder, what went wrong, or the data; and both when a later look has failed. */
export function QueryStates<Data>({ query: { data, error }, children }: Props<Data>) {
  const queries = useQueryClient();
  // What failed has often failed together, and one click tries all of it again.
  const retry = () => queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  if (data === undefined) return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton />;
  return (
    <>
      {error && (
        <div className="p-3">
          <ErrorNotice error={error} onRetry={retry} />
        </div>
      )}
      {children(data)}
    </>
  );
}
