import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { ConsoleConfig } from '../api/config.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { Notice } from '../ui/notice.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { DeviceSignIn } from './device-sign-in.tsx';
import { KeySignIn } from './key-sign-in.tsx';
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

/** The first page: it asks for a key, or for an approval elsewhere. */
export function SignIn({ config, keys, ended }: Props) {
  const [way, setWay] = useState('key');
  const onKey = (apiKey: string, remember: boolean): void => keys.signIn(apiKey, remember);
  useDocumentTitle('Sign in');
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 p-4 sm:p-6">
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
        <Tabs label="How to sign in" onChange={setWay} tabs={ways} value={way}>
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
