import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './api/config.ts';
import { takeArrival } from './people/arrival.ts';
import { forgetIfSignedOut } from './people/stored-key.ts';
import { type Preferences, PreferencesContext } from './preferences/preferences.ts';
import { storedPreferences, storePreferences } from './preferences/stored-preferences.ts';
import { router } from './router.ts';
import { SessionGate } from './session/session-gate.tsx';
import { openStores } from './session/stores.ts';
import { Notice } from './ui/notice.tsx';

async function application(): Promise<ReactNode> {
  forgetIfSignedOut();
  const { answer, ended } = takeArrival();
  const config = await loadConfig();
  const { keys, people } = openStores(config.apiUrl);
  const isSignedIn = keys.get().apiKey !== null || people.get().session !== null;
  if (answer) void people.complete(answer);
  else if (ended !== null && !isSignedIn) people.signedOut(ended);
  else if (!isSignedIn) void people.askTabs();
  return (
    <PreferencesProvider>
      <SessionGate config={config} keys={keys} people={people}>
        <RouterProvider router={router} />
      </SessionGate>
    </PreferencesProvider>
  );
}

/** Keeps the display preferences of a person until they sign out. */
function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const [preferences, setPreferences] = useState(storedPreferences);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (preferences.theme === 'system') delete dataset.theme;
    else dataset.theme = preferences.theme;
  }, [preferences.theme]);
  const context = useMemo(() => {
    const change = (changes: Partial<Preferences>): void => {
      const next = { ...preferences, ...changes };
      storePreferences(next);
      setPreferences(next);
    };
    return { ...preferences, change };
  }, [preferences]);
  return <PreferencesContext value={context}>{children}</PreferencesContext>;
}

const failure = (
  <main className="mx-auto max-w-md p-6">
    <Notice title="The console failed to load" tone="bad">
      The console cannot read /config.json, which contains the URL of the service. Reload the page. If that does not
      help, redeploy the console.
    </Notice>
  </main>
);

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id root.');
const root = createRoot(element);
const content = await application().catch((error: unknown) => {
  console.error(error);
  return failure;
});
root.render(<StrictMode>{content}</StrictMode>);
