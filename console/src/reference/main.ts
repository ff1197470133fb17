import '@scalar/api-reference/style.css';
import './reference.css';
import { createApiReference } from '@scalar/api-reference';
import { loadConfig } from '../api/config.ts';
import { storedPreferences } from '../preferences/stored-preferences.ts';
import { KeyStore } from '../session/key-store.ts';
import { siblingsFor } from '../session/sibling-tabs.ts';

const { apiUrl } = await loadConfig();
const keys = new KeyStore(siblingsFor(apiUrl));
const apiKey = (await settled(keys)) ?? '';
const { theme } = storedPreferences();

const hint = document.querySelector('#key-hint');
if (hint && apiKey === '') hint.textContent = 'Sign in to the console to send requests with your key.';

// The viewer cannot drop a key: a reload gives it the current key, or none.
keys.subscribe(() => {
  if ((keys.get().apiKey ?? '') !== apiKey) window.location.reload();
});

/** The OpenAPI document of the deployed service; requests use the key of this tab. */
createApiReference('#reference', {
  url: `${apiUrl}/openapi.json`,
  servers: [{ url: apiUrl, description: 'This service' }],
  authentication: {
    preferredSecurityScheme: 'sessionApiKey',
    securitySchemes: { sessionApiKey: { value: apiKey }, bearer: { token: apiKey } },
  },
  // Only the console stores the key.
  persistAuth: false,
  // The current generation comes before the legacy one.
  operationsSorter: (a: Operation, b: Operation) => Number(isLegacy(a)) - Number(isLegacy(b)),
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  modelsSectionLabel: 'Schemas',
  documentDownloadType: 'json',
  setPageTitle: ({ title }) => `${title} · Reference · Agent Conversations`,
  hideClientButton: true,
  hideDarkModeToggle: true,
  ...(theme === 'system' ? {} : { forceDarkModeState: theme }),
  // Nothing is loaded from other hosts or reported: the policy of the page would block it.
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});

/** The key once other tabs have been asked for it; null if there is none. */
function settled({ get, subscribe }: KeyStore): Promise<string | null> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!get().isAsking) resolve(get().apiKey);
    };
    subscribe(look);
    look();
  });
}

interface Operation {
  readonly path: string;
}

/** If both generations have operations of one resource, the current ones are below `/api/v1/`. */
function isLegacy({ path }: Operation): boolean {
  return !path.startsWith('/api/v1/');
}

/** The labels that the viewer lacks for screen readers and the keyboard, by element. */
const lacking: Readonly<Record<string, (element: Element) => void>> = {
  'button.scalar-code-copy:not([aria-label])': (button) => button.setAttribute('aria-label', 'Copy'),
  // The accessible name of a button must start with its visible text.
  'button.show-more[aria-label^="Show all"]': (button) => {
    button.setAttribute('aria-label', `${button.textContent?.trim()}: ${button.getAttribute('aria-label')}`);
  },
  '[role=combobox].code-input-lite__editor:not([aria-expanded])': (input) => {
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-label', input.getAttribute('data-placeholder') || 'Value');
  },
  'ul.endpoints:not([tabindex])': (list) => list.setAttribute('tabindex', '0'),
};

/** Also labels elements that appear later. */
function nameControls(root: Element): void {
  const add = (): void => {
    for (const [selector, complete] of Object.entries(lacking)) root.querySelectorAll(selector).forEach(complete);
  };
  new MutationObserver(add).observe(root, { childList: true, subtree: true });
  add();
}

const page = document.querySelector('#reference');
if (page) nameControls(page);
