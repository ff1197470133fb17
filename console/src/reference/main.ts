import '@scalar/api-reference/style.css';
import './reference.css';
import { createApiReference } from '@scalar/api-reference';
import { loadConfig } from '../api/config.ts';
import { forgetIfSignedOut } from '../people/stored-key.ts';
import { storedPreferences } from '../preferences/stored-preferences.ts';
import { openStores } from '../session/stores.ts';
import { isCurrent, SAMPLE_KEY, sendingAs, settled } from './session.ts';

const { apiUrl } = await loadConfig();
forgetIfSignedOut();
const stores = openStores(apiUrl);
const session = await settled(stores);
const apiKey = session.person ? SAMPLE_KEY : session.apiKey;
const { theme } = storedPreferences();

const hint = document.querySelector('#key-hint');
if (hint && session.person) hint.textContent = 'Requests use your session. For programs, create an API key.';
else if (hint && apiKey === '') hint.textContent = 'Sign in to the console to send requests.';

// The viewer cannot drop a credential: a reload gives it the current one, or none.
for (const store of [stores.keys, stores.people]) {
  store.subscribe(() => {
    if (!isCurrent(session, stores)) window.location.reload();
  });
}

/** The OpenAPI document of the deployed service; requests use the key or the person of this tab. */
createApiReference('#reference', {
  url: `${apiUrl}/openapi.json`,
  servers: [{ url: apiUrl, description: 'This service' }],
  customFetch: sendingAs(session, stores.people, apiUrl),
  authentication: {
    preferredSecurityScheme: session.person ? 'bearer' : 'sessionApiKey',
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
