import type { Preferences, Theme } from './preferences.ts';

const NAME = 'acs.preferences';

const themes: readonly string[] = ['system', 'light', 'dark'] satisfies Theme[];

export function storedPreferences(): Preferences {
  const { theme, isUtc, hasShortcuts } = parsed(localStorage.getItem(NAME) ?? '{}');
  return {
    theme: themes.includes(String(theme)) ? (theme as Theme) : 'system',
    isUtc: isUtc === true,
    hasShortcuts: hasShortcuts !== false,
  };
}

export function storePreferences({ theme, isUtc, hasShortcuts }: Preferences): void {
  localStorage.setItem(NAME, JSON.stringify({ theme, isUtc, hasShortcuts }));
}

/** Other code of this origin, or an earlier release, can have written the value. */
function parsed(text: string): Partial<Record<keyof Preferences, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
