import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { conditionally } from '../../../shared/client/conditional-fetch.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { Tone } from '../../../shared/presentation/conversations.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { code } from '../live/code-loader.ts';
import { connection } from '../live/connection.ts';
import { serviceClock } from '../live/now.ts';
import { followReader, polls } from '../live/polls.ts';
import { useConnection } from '../live/use-connection.ts';
import type { PersonStore } from '../people/person-store.ts';
import { classes } from '../ui/classes.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { ErrorState, RequestId } from '../ui/query-states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type Message, ToastContext } from '../ui/toasts.ts';
import type { KeyStore } from './key-store.ts';
import { RETRIES } from './patience.ts';
import { noteRefusal, useRights } from './rights.ts';
import { SessionContext, type SignedInPerson } from './session.ts';
import { sessionFetch } from './session-fetch.ts';
import { SignIn } from './sign-in.tsx';

const PersonGate = lazy(async () => ({ default: (await code.load(() => import('./person-gate.tsx'))).PersonGate }));

interface Props {
  readonly config: ConsoleConfig;
  readonly keys: KeyStore;
  readonly people: PersonStore;
  readonly children: ReactNode;
}

/** Shows the console to people who are signed in, and the sign-in at any URL to others. */
export function SessionGate({ config, keys, people, children }: Props) {
  const { apiKey, ended, isAsking = false } = useSyncExternalStore(keys.subscribe, keys.get);
  const person = useSyncExternalStore(people.subscribe, people.get);
  useConnection(config.apiUrl);
  const waiting = (
    <Centred>
      <Spinner label="Signing in" />
    </Centred>
  );
  if (apiKey !== null) {
    return (
      <SessionMemory key={apiKey}>
        <WithKey apiKey={apiKey} config={config} keys={keys}>
          {children}
        </WithKey>
      </SessionMemory>
    );
  }
  if (person.session !== null) {
    return (
      <SessionMemory key={person.session.id} owner={person.session.orgId}>
        <Suspense fallback={waiting}>
          <PersonGate config={config} keys={keys} people={people} session={person.session}>
            {(client, signedIn) => (
              // Another owner starts without the data of the one before.
              <QueryMemory key={signedIn.orgId}>
                <WithClient client={client} config={config} person={signedIn} signOut={signedIn.signOut}>
                  {children}
                </WithClient>
              </QueryMemory>
            )}
          </PersonGate>
        </Suspense>
      </SessionMemory>
    );
  }
  return (
    <SessionMemory key="signed out">
      {isAsking || person.isPending ? (
        waiting
      ) : (
        <SignIn
          config={config}
          ended={person.ended ?? (ended && `key_${ended}`)}
          failure={person.failure}
          keys={keys}
          people={people}
        />
      )}
    </SessionMemory>
  );
}

interface MemoryProps extends Pick<Props, 'children'> {
  /** The owner of this tab, if a person can choose between several. */
  readonly owner?: string | null;
}

/** The query cache and the toasts of one session. The next session starts without them. */
function SessionMemory({ owner = null, children }: MemoryProps) {
  return (
    <QueryMemory>
      <Toasts owner={owner}>{children}</Toasts>
    </QueryMemory>
  );
}

function QueryMemory({ children }: Pick<Props, 'children'>) {
  const [queries] = useState(createQueryClient);
  useEffect(() => followReader(queries), [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

function WithKey({ apiKey, config, keys, children }: Omit<Props, 'people'> & { readonly apiKey: string }) {
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
  const signOut = useCallback(() => keys.signOut(), [keys]);
  const changeKey = useCallback((next: string) => keys.replace(next), [keys]);
  return (
    <WithClient changeKey={changeKey} client={client} config={config} signOut={signOut}>
      {children}
    </WithClient>
  );
}

interface WithClientProps extends Pick<Props, 'config' | 'children'> {
  readonly client: ServiceClient;
  readonly person?: SignedInPerson;
  readonly signOut: () => void;
  readonly changeKey?: (apiKey: string) => void;
}

const noChange = (): void => undefined;

/** Reads what the key or the person can do. */
function WithClient({ client, config, person, signOut, changeKey = noChange, children }: WithClientProps) {
  const { data, error, refetch } = useRights(client);
  const session = useMemo(
    () =>
      data
        ? {
            config,
            client,
            key: data,
            person: person ?? null,
            owner: data.owner_id,
            orgId: person?.orgId ?? data.org_id ?? '',
            changeKey,
            signOut,
          }
        : null,
    [config, client, data, person, changeKey, signOut],
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
  const onError = (error: unknown): void => noteRefusal(queries, error);
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onMutate: polls.noteChange, onSettled: polls.noteChange, onError }),
    defaultOptions: {
      // The client has already retried where that is safe.
      queries: { retry: false, staleTime: 5_000, networkMode: 'online', refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queries;
}

/** How long a message is shown, in milliseconds. Errors stay until they are dismissed. */
const SHOWN_FOR = 6_000;

const edges: Readonly<Record<Tone, string>> = {
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
  info: 'border-l-info',
};

function Toasts({ owner, children }: Required<MemoryProps>) {
  const [messages, setMessages] = useState<readonly (Message & { readonly id: string })[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages about one owner are not shown with another one
  useEffect(() => setMessages([]), [owner]);
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
