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
        hint="What uses it, such as “nightly job”."
        label="Name"
        maxLength={100}
        name="name"
      />
      <CheckboxField
        checked={isChosen}
        hint="Without it, the key may do all that is the owner's own: everything but the audit log and administration."
        label="Choose its scopes"
        onChange={({ target }) => onChoose(target.checked)}
      />
      {isChosen && <ScopeChoice error={errors.scopes} />}
      <LimitFields errors={errors} legend="Limits, where it shall have less than the owner" />
      <TextField
        error={errors.expires_at}
        hint="In your time zone. Without it, the key works until it is revoked."
        label="Ends"
        name="expires_at"
        type="datetime-local"
      />
    </>
  );
}
