import { MutationCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { conditionally } from '../../../shared/client/conditional-fetch.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { Tone } from '../../../shared/presentation/conversations.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { connection } from '../live/connection.ts';
import { serviceClock } from '../live/now.ts';
import { followReader, polls } from '../live/polls.ts';
import { useConnection } from '../live/use-connection.ts';
import { classes } from '../ui/classes.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { ErrorState, RequestId } from '../ui/query-states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type Message, ToastContext } from '../ui/toasts.ts';
import type { KeyStore } from './key-store.ts';
import { SessionContext } from './session.ts';
import { sessionFetch } from './session-fetch.ts';
import { SignIn } from './sign-in.tsx';

interface Props {
  readonly config: ConsoleConfig;
  readonly keys: KeyStore;
  readonly children: ReactNode;
}

/** Shows the console to people who are signed in, and the sign-in at any URL to others. */
export function SessionGate({ config, keys, children }: Props) {
  const { apiKey, ended, isAsking = false } = useSyncExternalStore(keys.subscribe, keys.get);
  return (
    <SessionMemory key={apiKey}>
      {apiKey === null && isAsking && (
        <Centred>
          <Spinner label="Signing in" />
        </Centred>
      )}
      {apiKey === null && !isAsking && <SignIn config={config} ended={ended} keys={keys} />}
      {apiKey !== null && (
        <WithKey apiKey={apiKey} config={config} keys={keys}>
          {children}
        </WithKey>
      )}
    </SessionMemory>
  );
}

/** The query cache and the toasts of one session. The next session starts without them. */
function SessionMemory({ children }: Pick<Props, 'children'>) {
  const [queries] = useState(createQueryClient);
  useEffect(() => followReader(queries), [queries]);
  return (
    <QueryClientProvider client={queries}>
      <Toasts>{children}</Toasts>
    </QueryClientProvider>
  );
}

/** A person is waiting: a slow request must fail soon, so that they can try again. */
const RETRIES = { attempts: 3, longestWait: 3_000 };

function WithKey({ apiKey, config, keys, children }: Props & { readonly apiKey: string }) {
  useConnection(config.apiUrl);
  const client = useMemo(
    () =>
      new ServiceClient({
        baseUrl: config.apiUrl,
        apiKey,
        retries: RETRIES,
        fetch: conditionally(serviceClock.reading(sessionFetch(keys, apiKey, connection))),
      }),
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
    <Centred>
      <ConnectionBar />
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Spinner label="Signing in" />}
    </Centred>
  );
}

function Centred({ children }: Pick<Props, 'children'>) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="grid justify-items-center gap-4">{children}</div>
    </main>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({ onMutate: polls.noteChange, onSettled: polls.noteChange }),
    defaultOptions: {
      // The client has already retried where that is safe.
      queries: { retry: false, staleTime: 5_000, networkMode: 'online', refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** How long a message is shown, in milliseconds. Errors stay until they are dismissed. */
const SHOWN_FOR = 6_000;

const edges: Readonly<Record<Tone, string>> = {
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
  info: 'border-l-info',
};

function Toasts({ children }: { readonly children: ReactNode }) {
  const [messages, setMessages] = useState<readonly (Message & { readonly id: string })[]>([]);
  const show = useCallback((message: Message) => {
    setMessages((shown) => [...shown, { ...message, id: crypto.randomUUID() }]);
  }, []);
  const close = (id: string): void => setMessages((shown) => shown.filter((message) => message.id !== id));
  return (
    <ToastContext value={show}>
      <Toast.Provider label="Message">
        {children}
        {messages.map(({ id, tone, title, detail, requestId }) => (
          <Toast.Root
            className={classes(
              'flex gap-3 rounded-lg border border-line border-l-4 bg-surface p-3 shadow-lg',
              edges[tone],
            )}
            duration={tone === 'bad' ? Number.POSITIVE_INFINITY : SHOWN_FOR}
            key={id}
            onOpenChange={(isOpen) => {
              if (!isOpen) close(id);
            }}
          >
            <div className="grid min-w-0 flex-1 gap-1 text-sm">
              <Toast.Title className="break-words font-semibold">{title}</Toast.Title>
              {detail !== undefined && (
                <Toast.Description className="break-words text-ink-soft">{detail}</Toast.Description>
              )}
              {requestId !== undefined && <RequestId id={requestId} />}
            </div>
            <Toast.Close aria-label="Dismiss" className="grid size-6 place-items-center rounded hover:bg-raised">
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="fixed right-0 bottom-0 z-50 grid w-full gap-2 p-4 sm:w-md" />
      </Toast.Provider>
    </ToastContext>
  );
}
