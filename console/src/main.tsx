import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './api/config.ts';
import { PreferencesProvider } from './preferences/preferences-provider.tsx';
import { router } from './router.ts';
import { KeyStore } from './session/key-store.ts';
import { SessionGate } from './session/session-gate.tsx';
import './styles.css';
import { Notice } from './ui/notice.tsx';

async function application(): Promise<ReactNode> {
  const config = await loadConfig();
  const keys = new KeyStore();
  return (
    <PreferencesProvider>
      <SessionGate config={config} keys={keys}>
        <RouterProvider router={router} />
      </SessionGate>
    </PreferencesProvider>
  );
}

const failure = (
  <main className="mx-auto max-w-md p-6">
    <Notice title="The console cannot begin" tone="bad">
      Its file /config.json, which names the address of the service, cannot be read. Reload the page; if that does not
      help, deploy the console again.
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
