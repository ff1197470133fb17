import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { ScopeChoice } from './scope-choice.tsx';

interface Props {
  /** By the names of the request. */
  readonly errors: Readonly<Record<string, string>>;
  /** Whether scopes are chosen. */
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** What a new key may do, how much and until when. `keyRequestOf` reads it. */
export function KeyFields({ errors, isChosen, onChoose }: Props) {
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
        hint="Otherwise the key has every scope except audit:read and admin."
        label="Choose scopes"
        onChange={({ target }) => onChoose(target.checked)}
      />
      {isChosen && <ScopeChoice isRefused={errors.scopes !== undefined} />}
      <LimitFields errors={errors} legend="Limits (leave empty for those of the owner)" />
      <TextField
        error={errors.expires_at}
        hint="In your time zone. Leave empty for a key that works until it is revoked."
        label="Expires"
        name="expires_at"
        type="datetime-local"
      />
    </>
  );
}
