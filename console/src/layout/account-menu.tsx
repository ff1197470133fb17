import { Check, CircleUserRound, LogOut } from 'lucide-react';
import { type Theme, usePreferences } from '../preferences/preferences.ts';
import { type SignedInPerson, useSession } from '../session/session.ts';
import { Initials, nameOf } from '../ui/initials.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const NoIcon = () => <span className="size-4" />;

const tick = (isChosen: boolean) => (isChosen ? Check : NoIcon);

/** Who is signed in, the owner of this tab, the appearance of the console, and the sign-out. */
export function AccountMenu() {
  const { key, owner, person, signOut } = useSession();
  const { theme, isUtc, hasShortcuts, change } = usePreferences();
  const name = person ? nameOf(person.user) : (key.name ?? key.id);
  const trigger = (
    <span className="flex min-w-0 items-center gap-2">
      {person ? <Initials name={name} /> : <CircleUserRound aria-hidden className="size-4 shrink-0" />}
      <span className="grid min-w-0 text-left leading-tight">
        <span className="truncate">{person ? name : owner}</span>
        <span className="truncate font-normal text-ink-soft text-xs">{person ? owner : name}</span>
      </span>
    </span>
  );
  return (
    <Menu label="Account and appearance" trigger={trigger}>
      {person ? <PersonItems person={person} /> : <KeyItems />}
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

function KeyItems() {
  const { key, owner } = useSession();
  return (
    <MenuLabel>
      Owner <b className="text-ink">{owner}</b>
      {key.member && (
        <>
          <br />
          Person <b className="text-ink">{nameOf(key.member)}</b>, {key.member.role}
        </>
      )}
      <br />
      Key <b className="text-ink">{key.name ?? 'unnamed'}</b> ({key.id})
      <br />
      {key.scopes.includes('admin') ? 'Full access' : `${key.scopes.length} scopes`}
    </MenuLabel>
  );
}

function PersonItems({ person: { user, memberships, orgId, switchTo } }: { readonly person: SignedInPerson }) {
  const { key, owner } = useSession();
  const role = key.member?.role;
  return (
    <>
      <MenuLabel>
        <b className="text-ink">{nameOf(user)}</b>
        {user.email !== null && user.name !== null && <span className="block break-all">{user.email}</span>}
        {(user.email === null || user.name === null) && <br />}
        Role <b className="text-ink">{role}</b> of <b className="text-ink">{owner}</b>
      </MenuLabel>
      {memberships.length > 1 && (
        <>
          <MenuSeparator />
          <MenuLabel>Owner of this tab</MenuLabel>
          {memberships.map((one) => (
            <MenuItem
              icon={tick(one.org_id === orgId)}
              key={one.org_id}
              label={`${one.owner_id} (${one.org_id === orgId ? role : one.role})`}
              onSelect={() => {
                if (one.org_id !== orgId) switchTo(one);
              }}
            />
          ))}
        </>
      )}
    </>
  );
}
