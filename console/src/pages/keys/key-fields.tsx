import type { Limits } from '../../api/shapes.ts';
import { useSession } from '../../session/session.ts';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { limitFields } from './key-request.ts';
import { ScopeFields } from './scope-fields.tsx';

interface Props {
  /** By the field names of the request. */
  readonly errors: Readonly<Record<string, string>>;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  /** Whether an administrator creates the key for an owner: then it inherits nothing. */
  readonly isForOwner: boolean;
}

/** The scopes, limits and expiry of a new key, as `keyRequestOf` reads them. */
export function KeyFields({ errors, isChosen, onChoose, isForOwner }: Props) {
  const { person } = useSession();
  const scopes = isForOwner ? 'every scope' : `every scope of your ${person ? 'role' : 'key'}`;
  const end = isForOwner || person ? 'does not expire' : 'expires with your key, or never';
  return (
    <>
      <TextField
        error={errors.name}
        hint="Where the key is used, such as “nightly job”."
        label="Name"
        maxLength={100}
        name="name"
      />
      <CheckboxField
        checked={isChosen}
        hint={`By default, the key has ${scopes} except members:write, audit:read and admin.`}
        label="Choose scopes"
        onChange={({ target }) => onChoose(target.checked)}
      />
      {isChosen && <ScopeFields isRefused={errors.scopes !== undefined} />}
      <LimitFields errors={errors} legend="Limits (leave empty to use the limits of the owner)" />
      <TextField
        error={errors.expires_at}
        hint={`In your time zone. If empty, the key ${end}.`}
        label="Expires"
        name="expires_at"
        type="datetime-local"
      />
    </>
  );
}

interface LimitFieldsProps {
  readonly legend: string;
  /** By the field names of the request. */
  readonly errors: Readonly<Record<string, string>>;
  /** The current limits. */
  readonly limits?: Limits;
}

/** The limits of a key or an owner. An empty field means no limit. */
export function LimitFields({ legend, errors, limits }: LimitFieldsProps) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {limitFields.map(({ name, label, step, min }) => (
        <TextField
          defaultValue={limits?.[name] ?? ''}
          error={errors[`limits.${name}`]}
          inputMode="decimal"
          key={name}
          label={label}
          min={min}
          name={name}
          step={step}
          type="number"
        />
      ))}
    </fieldset>
  );
}
