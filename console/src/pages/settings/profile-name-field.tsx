import { TextField } from '../../ui/fields.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** The profiles that there are: a new one replaces none of them by accident. */
  readonly names: readonly string[];
  readonly error: string | undefined;
}

/** The name of a new profile, of a model or of an agent. */
export function ProfileNameField({ value, onChange, names, error }: Props) {
  const isTaken = names.includes(value.trim());
  return (
    <TextField
      autoComplete="off"
      error={isTaken ? 'A profile with this name exists already.' : error}
      hint="Letters, digits and . _ -"
      label="Name"
      maxLength={64}
      onChange={({ target }) => onChange(target.value)}
      required
      spellCheck={false}
      value={value}
    />
  );
}
