import type { Scope } from '../../api/shapes.ts';
import { useSession } from '../../session/session.ts';
import { CheckboxField } from '../../ui/fields.tsx';
import { allScopes, scopeHints } from './key-request.ts';

interface Props {
  /** The scopes that are chosen at first. */
  readonly chosen?: readonly Scope[];
  /** The scopes that a program asked for. */
  readonly requested?: readonly Scope[];
  readonly isRefused: boolean;
}

/** The scopes that the key of this session can grant. */
export function ScopeFields({ chosen = [], requested = [], isRefused }: Props) {
  const { scopes } = useSession().key;
  const offered = allScopes.filter((scope) => scopes.includes('admin') || scopes.includes(scope));
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-sm">Scopes</legend>
      {offered.map((scope) => (
        <CheckboxField
          defaultChecked={chosen.includes(scope)}
          hint={requested.includes(scope) ? `${scopeHints[scope]}. Requested.` : scopeHints[scope]}
          key={scope}
          label={scope}
          name="scopes"
          value={scope}
        />
      ))}
      {isRefused && (
        <p className="text-bad text-xs sm:col-span-2" role="alert">
          Choose at least one scope.
        </p>
      )}
    </fieldset>
  );
}
