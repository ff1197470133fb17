import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { KeyStore } from './key-store.ts';
import { SessionContext } from './session.ts';
import { SignIn } from './sign-in.tsx';

interface Props {
  readonly config: ConsoleConfig;
  readonly keys: KeyStore;
  readonly children: ReactNode;
}

/** Shows the console to people who are signed in, and the sign-in to others, at whatever address they came. */
export function SessionGate({ config, keys, children }: Props) {
  const { apiKey, ended } = useSyncExternalStore(keys.subscribe, keys.get);
  const queries = useQueryClient();
  useEffect(() => {
    if (apiKey === null) queries.clear();
  }, [apiKey, queries]);
  if (apiKey === null) return <SignIn config={config} ended={ended} keys={keys} />;
  return (
    <WithKey apiKey={apiKey} config={config} key={apiKey} keys={keys}>
      {children}
    </WithKey>
  );
}

/** A person waits: what takes longer is shown with a way to try again. */
const RETRIES = { attempts: 3, longestWait: 3_000 };

function WithKey({ apiKey, config, keys, children }: Props & { readonly apiKey: string }) {
  const queries = useQueryClient();
  const client = useMemo(
    () => new ServiceClient({ baseUrl: config.apiUrl, apiKey, retries: RETRIES }),
    [config.apiUrl, apiKey],
  );
  const { data, error, refetch } = useQuery({
    queryKey: ['current-key'],
    queryFn: ({ signal }) => answerOf(client.api.GET('/api/keys/current', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useMemo(() => {
    if (!data) return null;
    const changeKey = (next: string): void => {
      queries.removeQueries({ queryKey: ['current-key'] });
      keys.replace(next);
    };
    return { config, client, key: data, changeKey, signOut: () => keys.end('signed_out') };
  }, [config, client, data, keys, queries]);
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Spinner label="Signing in" />}
    </main>
  );
}
