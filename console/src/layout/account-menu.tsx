import { Check, CircleUserRound, LogOut } from 'lucide-react';
import { type Theme, usePreferences } from '../preferences/preferences.ts';
import { useSession } from '../session/session.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Who is signed in with which key, how the console looks, and the way out. */
export function AccountMenu() {
  const { key, signOut } = useSession();
  const { theme, isUtc, change } = usePreferences();
  const tick = (isChosen: boolean) => <Check aria-hidden className={isChosen ? undefined : 'invisible'} />;
  const trigger = (
    <span className="flex min-w-0 items-center gap-2">
      <CircleUserRound aria-hidden className="size-4 shrink-0" />
      <span className="grid min-w-0 text-left leading-tight">
        <span className="truncate">{key.user_id}</span>
        <span className="truncate font-normal text-ink-soft text-xs">{key.name ?? key.id}</span>
      </span>
    </span>
  );
  return (
    <Menu label="Account and appearance" trigger={trigger}>
      <MenuLabel>
        Owner <b className="text-ink">{key.user_id}</b>
        <br />
        Key <b className="text-ink">{key.name ?? 'unnamed'}</b> ({key.id})
        <br />
        {key.scopes.includes('admin') ? 'Full access' : `${key.scopes.length} scopes`}
      </MenuLabel>
      <MenuSeparator />
      <MenuLabel>Appearance</MenuLabel>
      {themes.map(({ value, label }) => (
        <MenuItem icon={tick(theme === value)} key={value} onSelect={() => change({ theme: value })}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={tick(isUtc)} onSelect={() => change({ isUtc: !isUtc })}>
        Show times in UTC
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
