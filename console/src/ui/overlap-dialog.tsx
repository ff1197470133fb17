import type { FormEvent } from 'react';
import { fieldErrors } from '../api/failure.ts';
import { Dialog } from './dialog.tsx';
import { SelectField } from './fields.tsx';
import { FormEnd } from './form-end.tsx';

const overlaps = [
  [0, 'Not at all'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
] as const;

const DAY = 86_400;

interface Props {
  readonly title: string;
  /** What the new secret has of the old one. */
  readonly text: string;
  /** What the old secret goes on doing. */
  readonly label: string;
  readonly hint: string;
  /** The longest overlap that the service allows, in seconds. */
  readonly longest: number;
  readonly replacing: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly mutate: (overlapSeconds: number) => void;
  };
  readonly onClose: () => void;
}

/** Asks for how long a secret goes on working beside the one that replaces it. */
export function OverlapDialog({ title, text, label, hint, longest, replacing, onClose }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    replacing.mutate(Number(new FormData(event.currentTarget).get('overlap_seconds')));
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-soft text-sm">{text}</p>
        <SelectField
          defaultValue={DAY}
          error={fieldErrors(replacing.error).overlap_seconds}
          hint={hint}
          label={label}
          name="overlap_seconds"
        >
          {overlaps
            .filter(([seconds]) => seconds <= longest)
            .map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
        </SelectField>
        <FormEnd action="Replace" mutation={replacing} onClose={onClose} />
      </form>
    </Dialog>
  );
}
