import { createContext, use } from 'react';

export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly theme: Theme;
  /** Whether times are shown in UTC. */
  readonly isUtc: boolean;
  /** Whether single keys act. People who dictate, or whose fingers slip, turn them off (WCAG 2.1.4). */
  readonly hasShortcuts: boolean;
}

export interface PreferencesContext extends Preferences {
  readonly change: (changes: Partial<Preferences>) => void;
}

export const PreferencesContext = createContext<PreferencesContext>({
  theme: 'system',
  isUtc: false,
  hasShortcuts: true,
  change: () => undefined,
});

export const usePreferences = (): PreferencesContext => use(PreferencesContext);
