import { useMutation, useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { CONSOLE_SIGN_IN } from '../../../shared/client/people/addresses.ts';
import type { Provider } from '../../../shared/client/people/tokens.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { code } from '../live/code-loader.ts';
import { openedInvitation } from '../people/arrival.ts';
import type { PersonEnd, PersonStore } from '../people/person-store.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField, TextField } from '../ui/fields.tsx';
import { onFields, textIn } from '../ui/forms.ts';
import { Notice, type NoticeProps } from '../ui/notice.tsx';
import { useDocumentTitle } from '../ui/page-header.tsx';
import { ErrorNotice, Skeleton } from '../ui/query-states.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import type { KeyStore, SessionEnd } from './key-store.ts';
import type { WayToSignIn } from './way-to-sign-in.ts';

const DeviceSignIn = lazy(async () => ({
  default: (await code.load(() => import('./device-sign-in.tsx'))).DeviceSignIn,
}));

interface Props {
  readonly config: ConsoleConfig;
  readonly keys: KeyStore;
  readonly people: PersonStore;
  readonly ended: Ended | null;
  /** Why the last sign-in at the identity provider failed. */
  readonly failure: string | null;
}

/** How the last session ended: of a person, or of a key. */
type Ended = PersonEnd | `key_${SessionEnd}`;

const ways = [
  { value: 'key', label: 'API key' },
  { value: 'device', label: 'Another device' },
];

const asPerson = { value: 'person', label: 'Your account' };

export function SignIn({ config, keys, people, ended, failure }: Props) {
  const { provider, isLooking, error } = useProvider(config);
  const [chosen, setChosen] = useState<string>();
  const begin = (): void => {
    keys.beginSignIn();
    people.stopWaiting();
  };
  const onKey = (apiKey: string, remember: boolean): void => {
    people.reset();
    keys.signIn(apiKey, remember);
  };
  const change = (way: string): void => {
    begin();
    setChosen(way);
  };
  useDocumentTitle('Sign in');
  const isInvited = openedInvitation() !== null;
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 p-4 sm:p-6" onInput={begin}>
      <header className="grid gap-2">
        <MessagesSquare aria-hidden className="size-9 text-accent" />
        <h1 className="font-semibold text-xl tracking-tight">Sign in to Agent Conversations</h1>
        <p className="text-ink-soft">
          Service: <span className="break-all font-mono text-sm">{config.apiUrl}</span>
        </p>
      </header>
      {failure !== null && (
        <Notice title="You are not signed in" tone="bad">
          {failure}
        </Notice>
      )}
      {ended !== null && <Notice {...endings[ended]} />}
      {isInvited && (
        <Notice title="You are invited" tone="info">
          Sign in with your account to accept the invitation.
        </Notice>
      )}
      <section className="rounded-xl border border-line bg-surface p-5 shadow-sm">
        {isLooking ? (
          <Skeleton />
        ) : (
          <Tabs
            label="How to sign in"
            onChange={change}
            tabs={provider ? [asPerson, ...ways] : ways}
            value={chosen ?? (provider ? 'person' : 'key')}
          >
            {provider && (
              <TabPanel value="person">
                <PersonSignIn people={people} provider={provider} />
              </TabPanel>
            )}
            <TabPanel value="key">
              <KeySignIn config={config} onKey={onKey} />
            </TabPanel>
            <TabPanel value="device">
              <Suspense fallback={<Skeleton />}>
                <DeviceSignIn config={config} onKey={onKey} />
              </Suspense>
            </TabPanel>
          </Tabs>
        )}
      </section>
      {error && <ErrorNotice error={error} />}
    </main>
  );
}

const endings: Readonly<Record<Ended, NoticeProps>> = {
  refused: {
    title: 'Your session has ended',
    tone: 'warn',
    children: 'You signed out elsewhere, or an administrator ended it. Sign in again to continue where you were.',
  },
  key_refused: {
    title: 'Your key is no longer valid',
    tone: 'warn',
    children: 'It was revoked or has expired. Sign in with another key to continue where you were.',
  },
  expired: {
    title: 'Your session has expired',
    tone: 'info',
    children: 'Sign in again to continue where you were.',
  },
  signed_out: { title: 'You are signed out', tone: 'info', children: 'Your session was removed from this browser.' },
  key_signed_out: { title: 'You are signed out', tone: 'info', children: 'The key was removed from this browser.' },
  unheard: {
    title: 'You are signed out in this browser',
    tone: 'warn',
    children:
      'The service or the identity provider did not respond, so you may still be signed in there. Once they respond, sign in and out again.',
  },
};

/** How people sign in to this service; undefined if only with API keys. */
function useProvider(config: ConsoleConfig) {
  const { data, error, isPending } = useQuery({
    queryKey: ['web-client-config'],
    queryFn: async ({ signal }) => {
      const { api } = new ServiceClient({ baseUrl: config.apiUrl, apiKey: '', retries: { attempts: 2 } });
      return await answerOf(api.GET('/api/v1/web-client/config', { signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { provider: data?.oidc ?? undefined, isLooking: isPending, error };
}

/** Leads to the identity provider, which sends the person back to this page. */
function PersonSignIn({ people, provider }: { readonly people: PersonStore; readonly provider: Provider }) {
  const begin = useMutation({
    mutationFn: async (prompt: 'login' | undefined) => {
      const { begin } = await code.load(() => import('../../../shared/client/people/identity-provider.ts'));
      const redirectUri = `${window.location.origin}${CONSOLE_SIGN_IN}`;
      const { attempt, url } = await begin(provider, redirectUri, { prompt, isLasting: true });
      people.remember(attempt);
      window.location.assign(url);
    },
  });
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        You sign in at <b className="break-all">{new URL(provider.issuer).host}</b> and return to this page.
      </p>
      {begin.error && <ErrorNotice error={begin.error} />}
      <Button busy={begin.isPending} onClick={() => begin.mutate(undefined)} variant="primary">
        Sign in with your account
      </Button>
      <Button onClick={() => begin.mutate('login')}>Use another account</Button>
    </div>
  );
}

/** Signs in with a key that the service accepts. */
function KeySignIn({ config, onKey }: WayToSignIn) {
  const signIn = useMutation({
    mutationFn: async (apiKey: string) => {
      const { api } = new ServiceClient({
        baseUrl: config.apiUrl,
        apiKey,
        retries: { attempts: 2, longestWait: 2_000 },
      });
      await answerOf(api.GET('/api/keys/current'));
    },
  });
  const submit = onFields((fields) => {
    const apiKey = textIn(fields, 'api_key');
    signIn.mutate(apiKey, { onSuccess: () => onKey(apiKey, fields.has('remember')) });
  });
  const isRefused = signIn.error instanceof ApiProblem && signIn.error.status === 401;
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextField
        autoComplete="off"
        autoFocus
        error={isRefused ? 'This key is not valid. Check that you copied all of it.' : undefined}
        hint="It starts with acs_. npm start prints one. Otherwise, ask the administrator of the service."
        label="API key"
        name="api_key"
        pattern="\s*[!-~]+\s*"
        required
        spellCheck={false}
        type="password"
      />
      <CheckboxField
        hint="Otherwise it is forgotten when you close the tabs of the console."
        label="Remember the key in this browser"
        name="remember"
      />
      {signIn.error && !isRefused && <ErrorNotice error={signIn.error} />}
      <Button busy={signIn.isPending} type="submit" variant="primary">
        Sign in
      </Button>
    </form>
  );
}
