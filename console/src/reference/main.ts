import '@scalar/api-reference/style.css';
import './reference.css';
import { createApiReference } from '@scalar/api-reference';
import { loadConfig } from '../api/config.ts';
import { storedPreferences } from '../preferences/stored-preferences.ts';
import { onStoredKeyChange, storedKey } from '../session/stored-key.ts';

const { apiUrl } = await loadConfig();
const apiKey = storedKey() ?? '';
const { theme } = storedPreferences();

const hint = document.querySelector('#key-hint');
if (hint && apiKey === '') hint.textContent = 'Sign in to the console to send requests with your key.';

// The viewer cannot forget a key: a new document has the one of now, or none.
onStoredKeyChange(() => {
  if ((storedKey() ?? '') !== apiKey) window.location.reload();
});

/** The document of the very service that this console belongs to; requests go there with the key of this tab. */
createApiReference('#reference', {
  url: `${apiUrl}/openapi.json`,
  servers: [{ url: apiUrl, description: 'This service' }],
  authentication: {
    preferredSecurityScheme: 'sessionApiKey',
    securitySchemes: { sessionApiKey: { value: apiKey }, bearer: { token: apiKey } },
  },
  // The key stays where the console keeps it.
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
  // Nothing is loaded from elsewhere, and nothing reported: the policy of the page would refuse it.
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});

const page = document.querySelector('#reference');
if (page) nameControls(page);

interface Operation {
  readonly path: string;
}

/** Where both generations have operations of one noun, those of the current one are below `/api/v1/`. */
function isLegacy({ path }: Operation): boolean {
  return !path.startsWith('/api/v1/');
}

/** What the viewer leaves out for screen readers and the keyboard, by the elements that lack it. */
const lacking: Readonly<Record<string, (element: Element) => void>> = {
  'button.scalar-code-copy:not([aria-label])': (button) => button.setAttribute('aria-label', 'Copy'),
  // The name of a button has to begin with the words on it.
  'button.show-more[aria-label^="Show all"]': (button) => {
    button.setAttribute('aria-label', `${button.textContent?.trim()}: ${button.getAttribute('aria-label')}`);
  },
  '[role=combobox].code-input-lite__editor:not([aria-expanded])': (input) => {
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-label', input.getAttribute('data-placeholder') || 'Value');
  },
  'ul.endpoints:not([tabindex])': (list) => list.setAttribute('tabindex', '0'),
};

/** Adds it, also to what is shown later. */
function nameControls(root: Element): void {
  const add = (): void => {
    for (const [selector, complete] of Object.entries(lacking)) root.querySelectorAll(selector).forEach(complete);
  };
  new MutationObserver(add).observe(root, { childList: true, subtree: true });
  add();
}
