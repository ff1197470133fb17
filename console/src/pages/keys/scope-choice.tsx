import type { Scope } from '../../api/shapes.ts';
import { useSession } from '../../session/session.ts';
import { CheckboxField } from '../../ui/fields.tsx';

const words: Readonly<Record<Scope, string>> = {
  'conversations:read': 'Read conversations, their histories and files',
  'conversations:write': 'Start, change and delete conversations, and talk to their agents',
  'sandboxes:read': 'Read sandboxes and their specs',
  'sandboxes:write': 'Start, pause, resume and delete sandboxes',
  'settings:read': 'Read settings, profiles and the names of secrets',
  'settings:write': 'Change settings, profiles, secrets and git tokens',
  'keys:read': 'List the keys of the owner',
  'keys:write': 'Make, replace and revoke keys, and approve devices',
  'usage:read': 'Read what was used and what it costs',
  'webhooks:read': 'Read webhook endpoints and their deliveries',
  'webhooks:write': 'Change and test webhook endpoints',
  'audit:read': 'Read the audit log of the owner',
  admin: 'Everything, and all owners with their limits and keys',
};

const all = Object.keys(words) as Scope[];

/** The scopes that the key of this session can give on: none that it lacks. */
export function ScopeChoice({ error }: { readonly error: string | undefined }) {
  const { scopes } = useSession().key;
  const offered = all.filter((scope) => scopes.includes('admin') || scopes.includes(scope));
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-sm">Scopes</legend>
      {offered.map((scope) => (
        <CheckboxField hint={words[scope]} key={scope} label={scope} name="scopes" value={scope} />
      ))}
      {error !== undefined && (
        <p className="text-bad text-xs sm:col-span-2" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
