import { useMutation } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { code } from '../live/code-loader.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField, TextField } from '../ui/fields.tsx';
import { onFields, textIn } from '../ui/forms.ts';
import { Notice } from '../ui/notice.tsx';
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
            <Suspense fallback={<Skeleton />}>
              <DeviceSignIn config={config} onKey={onKey} />
            </Suspense>
          </TabPanel>
        </Tabs>
      </section>
    </main>
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
