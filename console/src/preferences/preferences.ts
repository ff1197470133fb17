import { createContext, use } from 'react';

export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly theme: Theme;
  /** Whether times are shown in UTC. */
  readonly isUtc: boolean;
}

export interface PreferencesContext extends Preferences {
  readonly change: (changes: Partial<Preferences>) => void;
}

export const PreferencesContext = createContext<PreferencesContext>({
  theme: 'system',
  isUtc: false,
  change: () => undefined,
});

export const usePreferences = (): PreferencesContext => use(PreferencesContext);
