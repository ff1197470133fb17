import { useSession } from '../../session/session.ts';
import { CheckboxField } from '../../ui/fields.tsx';
import { allScopes, scopeHints } from './scopes.ts';

/** The scopes that the key of this session can give on: none that it lacks. */
export function ScopeChoice({ isRefused }: { readonly isRefused: boolean }) {
  const { scopes } = useSession().key;
  const offered = allScopes.filter((scope) => scopes.includes('admin') || scopes.includes(scope));
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-sm">Scopes</legend>
      {offered.map((scope) => (
        <CheckboxField hint={scopeHints[scope]} key={scope} label={scope} name="scopes" value={scope} />
      ))}
      {isRefused && (
        <p className="text-bad text-xs sm:col-span-2" role="alert">
          Choose at least one scope.
        </p>
      )}
    </fieldset>
  );
}
