import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Preferences, PreferencesContext, type Theme } from './preferences.ts';

const NAME = 'acs.preferences';

const themes: readonly string[] = ['system', 'light', 'dark'] satisfies Theme[];

/** Keeps how a person wants to see the console, until they sign out. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const [preferences, setPreferences] = useState(read);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (preferences.theme === 'system') delete dataset.theme;
    else dataset.theme = preferences.theme;
  }, [preferences.theme]);
  const context = useMemo(() => {
    const change = (changes: Partial<Preferences>): void => {
      const next = { theme: preferences.theme, isUtc: preferences.isUtc, ...changes };
      localStorage.setItem(NAME, JSON.stringify(next));
      setPreferences(next);
    };
    return { ...preferences, change };
  }, [preferences]);
  return <PreferencesContext value={context}>{children}</PreferencesContext>;
}

function read(): Preferences {
  const stored = parsed(localStorage.getItem(NAME) ?? '{}');
  const theme = themes.includes(String(stored.theme)) ? (stored.theme as Theme) : 'system';
  return { theme, isUtc: stored.isUtc === true };
}

/** Other code of this origin, or an earlier release, may have written there. */
function parsed(text: string): Partial<Record<keyof Preferences, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
