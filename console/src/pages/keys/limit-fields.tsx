import type { Limits } from '../../api/shapes.ts';
import { TextField } from '../../ui/fields.tsx';
import { limitFields } from './key-request.ts';

interface Props {
  readonly legend: string;
  /** By the names of the request. */
  readonly errors: Readonly<Record<string, string>>;
  /** The limits that there are. */
  readonly limits?: Limits;
}

/** The limits of a key or an owner. An empty field is no limit. */
export function LimitFields({ legend, errors, limits }: Props) {
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
