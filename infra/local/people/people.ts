/** A person of the local provider, as its tokens describe them. */
export interface LocalPerson {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** The mail domain whose people become members of the owner of this name. */
const LOCAL_DOMAIN = 'acme.example';
const LOCAL_OWNER = 'acme';

/** The role that each group gives. */
export const localRoles = {
  'acs-admins': 'admin',
  'acs-members': 'member',
  'acs-viewers': 'viewer',
  'acs-operators': 'operator',
} as const;

/** The people on the login page. */
export const localPeople: readonly LocalPerson[] = [
  { sub: 'ada', name: 'Ada Lovelace', email: `ada@${LOCAL_DOMAIN}`, groups: ['acs-admins'] },
  { sub: 'grace', name: 'Grace Hopper', email: `grace@${LOCAL_DOMAIN}`, groups: ['acs-members'] },
  { sub: 'linus', name: 'Linus Torvalds', email: `linus@${LOCAL_DOMAIN}`, groups: ['acs-viewers'] },
];

/** The public client of the console and of `acs login`. */
export const LOCAL_CLIENT = 'local-console';

/** The setting `oidc` of a stage with this provider. */
export function localOidc(issuer: string) {
  return { issuer, clientId: LOCAL_CLIENT, roles: localRoles, signUp: { [LOCAL_DOMAIN]: LOCAL_OWNER } };
}

/** What someone wrote on the login page to sign in as someone else. */
export interface SomeoneElse {
  readonly email: string;
  /** Separated by spaces or commas. */
  readonly groups: string;
}

/** Undefined for text that is no mail address, and for groups that no token could carry. */
export function someoneElse({ email, groups }: SomeoneElse): LocalPerson | undefined {
  const address = email.trim().toLowerCase();
  const names = groups.split(/[\s,]+/).filter((name) => name !== '');
  if (!/^[^\s@"<>]{1,64}@[a-z0-9.-]{1,100}$/.test(address)) return undefined;
  if (names.length > 20 || names.some((name) => !/^[\w.:-]{1,100}$/.test(name))) return undefined;
  const known = localPeople.find((person) => person.email === address);
  // The name is the part before the @, as the page asks for none.
  return known ?? { sub: address, name: address.split('@')[0] ?? address, email: address, groups: names };
}

/** The claims of a person. */
export function claimsOf({ sub, name, email, groups }: LocalPerson) {
  return { sub, name, email, email_verified: true, picture: pictureOf(name), groups };
}

/** A picture with the first letters of the name. A data URL needs no server and no exception in a content policy. */
function pictureOf(name: string): string {
  const letters = name
    .split(/[\s._-]+/)
    .map((part) => part.charAt(0).toUpperCase())
    .filter((letter) => /^[A-Z]$/.test(letter))
    .slice(0, 2)
    .join('');
  const text = `<text x="32" y="41" font-size="26" font-family="sans-serif" text-anchor="middle" fill="#fff">${letters}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#4f46e5"/>${text}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
