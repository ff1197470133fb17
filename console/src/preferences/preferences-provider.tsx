import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Preferences, PreferencesContext } from './preferences.ts';
import { storedPreferences, storePreferences } from './stored-preferences.ts';

/** Keeps how a person wants to see the console, until they sign out. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
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
