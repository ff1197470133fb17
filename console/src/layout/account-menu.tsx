import { Check, CircleUserRound, LogOut } from 'lucide-react';
import { type Theme, usePreferences } from '../preferences/preferences.ts';
import { useSession } from '../session/session.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const NoIcon = () => <span className="size-4" />;

/** The signed-in key, the appearance of the console, and the sign-out. */
export function AccountMenu() {
  const { key, signOut } = useSession();
  const { theme, isUtc, hasShortcuts, change } = usePreferences();
  const tick = (isChosen: boolean) => (isChosen ? Check : NoIcon);
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
        <MenuItem icon={tick(theme === value)} key={value} label={label} onSelect={() => change({ theme: value })} />
      ))}
      <MenuSeparator />
      <MenuItem icon={tick(isUtc)} label="Show times in UTC" onSelect={() => change({ isUtc: !isUtc })} />
      <MenuItem
        icon={tick(hasShortcuts)}
        label="Single-key shortcuts"
        onSelect={() => change({ hasShortcuts: !hasShortcuts })}
      />
      <MenuSeparator />
      <MenuItem icon={LogOut} label="Sign out" onSelect={signOut} />
    </Menu>
  );
}
