import { useMutation, useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { requiredScopes } from '../../../shared/client/api-types.ts';
import { askForCode, awaitApproval, type DeviceAuthorization } from '../../../shared/client/device-login.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import { CheckboxField, TextField } from '../ui/fields.tsx';
import { onFields, textIn } from '../ui/forms.ts';
import { Notice } from '../ui/notice.tsx';
import { useDocumentTitle } from '../ui/page-header.tsx';
import { ErrorNotice } from '../ui/query-states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import type { KeyStore, SessionEnd } from './key-store.ts';

interface Props {
  readonly config: ConsoleConfig;
  readonly keys: KeyStore;
  readonly ended: SessionEnd | null;
}

const ways = [
  { value: 'key', label: 'API key' },
  { value: 'device', label: 'Another device' },
];

export function SignIn({ config, keys, ended }: Props) {
  const [way, setWay] = useState('key');
  const onKey = (apiKey: string, remember: boolean): void => keys.signIn(apiKey, remember);
  const change = (chosen: string): void => {
    keys.beginSignIn();
    setWay(chosen);
  };
  useDocumentTitle('Sign in');
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 p-4 sm:p-6" onInput={keys.beginSignIn}>
      <header className="grid gap-2">
        <MessagesSquare aria-hidden className="size-9 text-accent" />
        <h1 className="font-semibold text-xl tracking-tight">Sign in to Agent Conversations</h1>
        <p className="text-ink-soft">
          Service: <span className="break-all font-mono text-sm">{config.apiUrl}</span>
        </p>
      </header>
      {ended === 'refused' && (
        <Notice title="Your key is no longer valid" tone="warn">
          It was revoked or has expired. Sign in with another key to continue where you were.
        </Notice>
      )}
      {ended === 'signed_out' && (
        <Notice title="You are signed out" tone="info">
          The key was removed from this browser.
        </Notice>
      )}
      <section className="rounded-xl border border-line bg-surface p-5 shadow-sm">
        <Tabs label="How to sign in" onChange={change} tabs={ways} value={way}>
          <TabPanel value="key">
            <KeySignIn config={config} onKey={onKey} />
          </TabPanel>
          <TabPanel value="device">
            <DeviceSignIn config={config} onKey={onKey} />
          </TabPanel>
        </Tabs>
      </section>
    </main>
  );
}

interface WayProps {
  readonly config: ConsoleConfig;
  readonly onKey: (apiKey: string, remember: boolean) => void;
}

/** Signs in with a key that the service accepts. */
function KeySignIn({ config, onKey }: WayProps) {
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

/** Everything that the console can show but for the administration of owners. */
const consoleScopes = [...new Set(Object.values(requiredScopes))].filter((scope) => scope !== 'admin');

/** The operations that need no key. They are tried once: the person can try again. */
const openApi = ({ apiUrl }: ConsoleConfig): ServiceClient['api'] =>
  new ServiceClient({ baseUrl: apiUrl, apiKey: '', retries: { attempts: 1 } }).api;

/** Signs in without typing a key here: a person with a key approves the displayed code. */
function DeviceSignIn({ config, onKey }: WayProps) {
  const begin = useMutation({
    mutationFn: () => askForCode(openApi(config), { scopes: consoleScopes, clientName: 'Web console' }),
  });
  if (begin.data) return <Waiting code={begin.data} config={config} onAgain={() => begin.mutate()} onKey={onKey} />;
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        Get a code here and approve it where you are already signed in. This tab then gets its own key.
      </p>
      {begin.error && <ErrorNotice error={begin.error} />}
      <Button busy={begin.isPending} onClick={() => begin.mutate()} variant="primary">
        Get a code
      </Button>
    </div>
  );
}

interface WaitingProps extends WayProps {
  readonly code: DeviceAuthorization;
  readonly onAgain: () => void;
}

function Waiting({ code, config, onKey, onAgain }: WaitingProps) {
  const { data, error } = useQuery({
    queryKey: ['device', code.user_code],
    queryFn: ({ signal }) => awaitApproval(openApi(config), code, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data !== undefined) onKey(data, false);
  }, [data, onKey]);
  if (error) {
    return (
      <div className="grid gap-4">
        <ErrorNotice error={error} />
        <Button onClick={onAgain} variant="primary">
          Get a new code
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <ol className="grid list-inside list-decimal gap-2 text-ink-soft">
        <li>
          Open <ExternalLink href={code.verification_uri_complete}>{code.verification_uri}</ExternalLink> where you are
          signed in.
        </li>
        <li>Check that it shows this code, then approve it.</li>
      </ol>
      <p className="flex items-center justify-center gap-2 rounded-lg bg-raised p-4 font-mono text-2xl tracking-widest">
        {code.user_code}
        <CopyButton label="Copy code" text={code.user_code} />
      </p>
      <Spinner label="Waiting for approval" />
    </div>
  );
}
