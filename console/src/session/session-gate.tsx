import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Toasts } from '../ui/toast-provider.tsx';
import type { KeyStore } from './key-store.ts';
import { createQueryClient } from './query-client.ts';
import { SessionContext } from './session.ts';
import { sessionFetch } from './session-fetch.ts';
import { SignIn } from './sign-in.tsx';

interface Props {
  readonly config: ConsoleConfig;
  readonly keys: KeyStore;
  readonly children: ReactNode;
}

/** Shows the console to people who are signed in, and the sign-in to others, at whatever address they came. */
export function SessionGate({ config, keys, children }: Props) {
  const { apiKey, ended } = useSyncExternalStore(keys.subscribe, keys.get);
  return (
    <SessionMemory key={apiKey}>
      {apiKey === null ? (
        <SignIn config={config} ended={ended} keys={keys} />
      ) : (
        <WithKey apiKey={apiKey} config={config} keys={keys}>
          {children}
        </WithKey>
      )}
    </SessionMemory>
  );
}

/** Answers and messages of one session. The next one begins without them. */
function SessionMemory({ children }: Pick<Props, 'children'>) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Toasts>{children}</Toasts>
    </QueryClientProvider>
  );
}

/** A person waits: what takes longer is shown with a way to try again. */
const RETRIES = { attempts: 3, longestWait: 3_000 };

function WithKey({ apiKey, config, keys, children }: Props & { readonly apiKey: string }) {
  const client = useMemo(
    () => new ServiceClient({ baseUrl: config.apiUrl, apiKey, retries: RETRIES, fetch: sessionFetch(keys, apiKey) }),
    [config.apiUrl, apiKey, keys],
  );
  const { data, error, refetch } = useQuery({
    queryKey: ['current-key'],
    queryFn: ({ signal }) => answerOf(client.api.GET('/api/keys/current', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useMemo(
    () =>
      data
        ? { config, client, key: data, changeKey: (next: string) => keys.replace(next), signOut: () => keys.signOut() }
        : null,
    [config, client, data, keys],
  );
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Spinner label="Signing in" />}
    </main>
  );
}
