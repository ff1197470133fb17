import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { conditionally } from '../../../shared/client/conditional-fetch.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import type { Membership, SignedInUser } from '../api/shapes.ts';
import { connection } from '../live/connection.ts';
import { serviceClock } from '../live/now.ts';
import { openedInvitation } from '../people/arrival.ts';
import { personFetch } from '../people/person-fetch.ts';
import type { PersonSession, PersonStore } from '../people/person-store.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { ErrorState } from '../ui/query-states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useToast } from '../ui/toasts.ts';
import { Invitation } from './invitation.tsx';
import type { KeyStore } from './key-store.ts';
import { NoMembership, Removed } from './no-membership.tsx';
import { RETRIES } from './patience.ts';
import type { SignedInPerson } from './session.ts';
import { watchedFetch } from './session-fetch.ts';
import { signOut as endSession } from './sign-out.ts';

interface Props {
  readonly config: ConsoleConfig;
  readonly keys: KeyStore;
  readonly people: PersonStore;
  readonly session: PersonSession;
  /** The console for a member of an owner. */
  readonly children: (client: ServiceClient, person: SignedInPerson) => ReactNode;
}

/** Finds the owners of a person who is signed in, and what this tab shows of them. */
export function PersonGate({ config, keys, people, session, children }: Props) {
  const client = usePersonClient(config, people, session);
  const { tokens, orgId, removedFrom } = session;
  const [isLeaving, setLeaving] = useState(false);
  const [changes, setChanges] = useState(0);
  // After each renewal, the service learns what the provider now says about the person.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['sign-in', tokens.arrivedAt, removedFrom, changes],
    queryFn: ({ signal }) => answerOf(client.api.POST('/api/v1/sign-in', { signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const [invitation, setInvitation] = useState(openedInvitation);
  const signOut = useCallback(() => {
    setLeaving(true);
    void endSession(client, { keys, people, tokens: people.get().session?.tokens ?? null });
  }, [client, keys, people]);
  const membership = data?.memberships.find(({ org_id }) => org_id === orgId);
  const first = data?.memberships.find(({ owner_id }) => owner_id === data.current_owner_id);
  useEffect(() => {
    // The tab keeps the owner that it begins with, also when another one is chosen elsewhere.
    if (orgId === null && first) people.choose(first.org_id);
  }, [orgId, first, people]);
  const beginNewTabs = useBeginNewTabs(client, orgId);
  const switchTo = useCallback(
    ({ org_id }: Membership) => {
      beginNewTabs(org_id);
      people.choose(org_id);
    },
    [beginNewTabs, people],
  );
  const person = useMemo(
    () =>
      data &&
      membership && {
        user: data.user,
        memberships: data.memberships,
        orgId: membership.org_id,
        switchTo,
        signOut,
      },
    [data, membership, switchTo, signOut],
  );
  if (isLeaving) return <Waiting label="Signing out" />;
  if (data === undefined) return error ? <Failed error={error} onRetry={refetch} /> : <Waiting label="Signing in" />;
  if (invitation !== null) {
    const end = (joined: string | null): void => {
      setInvitation(null);
      if (joined === null) return;
      people.choose(joined);
      setChanges((before) => before + 1);
    };
    return <Invitation client={client} onEnd={end} signOut={signOut} token={invitation} user={data.user} />;
  }
  // Nothing is decided by what the service said before.
  if (isPlaceholderData && !person) return <Waiting label="Signing in" />;
  const others = data.memberships.filter(({ org_id }) => org_id !== removedFrom);
  if (removedFrom !== null)
    return <Removed choose={switchTo} memberships={others} signOut={signOut} user={data.user} />;
  if (data.memberships.length === 0)
    return <NoMembership onRetry={() => void refetch()} signOut={signOut} user={data.user} />;
  if (!person) return <Chosen data={data} orgId={orgId} people={people} />;
  return children(client, person);
}

/** The client of a person for one organization. */
function usePersonClient({ apiUrl }: ConsoleConfig, people: PersonStore, session: PersonSession): ServiceClient {
  const { id, orgId } = session;
  return useMemo(() => {
    const isOver = () => people.get().session?.id !== id || people.get().session?.orgId !== orgId;
    const watched = watchedFetch({ subscribe: people.subscribe, isOver }, connection);
    return new ServiceClient({
      baseUrl: apiUrl,
      apiKey: '',
      retries: RETRIES,
      fetch: conditionally(serviceClock.reading(personFetch(people, { id, orgId }, watched))),
    });
  }, [apiUrl, people, id, orgId]);
}

/** A membership that ended elsewhere, or one that was just accepted and is not in the list yet. */
function Chosen({
  data,
  orgId,
  people,
}: {
  readonly data: SignedInUser;
  readonly orgId: string | null;
  readonly people: PersonStore;
}) {
  useEffect(() => {
    const [first] = data.memberships;
    if (orgId !== null && first) people.choose(first.org_id);
  }, [data, orgId, people]);
  return <Waiting label="Signing in" />;
}

/**
 * New tabs, and clients that send no owner, use the owner that the person chose last. The new client tells the service,
 * because the requests of the one before end with the switch.
 */
function useBeginNewTabs({ api }: ServiceClient, orgId: string | null): (orgId: string) => void {
  const toast = useToast();
  const [chosen, setChosen] = useState<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: (org_id: string) =>
      answerOf(api.POST('/api/organizations/{org_id}/switch', { params: { path: { org_id } } })),
    onError: ({ message }) =>
      toast({
        tone: 'warn',
        title: 'New tabs will open with another owner',
        detail: `Your choice could not be saved: ${message}`,
      }),
  });
  useEffect(() => {
    if (chosen === null || chosen !== orgId) return;
    setChosen(null);
    mutate(chosen);
  }, [chosen, orgId, mutate]);
  return setChosen;
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="grid justify-items-center gap-4">
        <ConnectionBar />
        <Spinner label={label} />
      </div>
    </main>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <ConnectionBar />
      <ErrorState error={error} onRetry={onRetry} />
    </main>
  );
}
