import { useState } from 'react';
import { fieldErrors } from '../api/failure.ts';
import { useNow } from '../live/now.ts';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { SelectField } from './fields.tsx';
import { Time } from './time.tsx';

const overlaps = [
  [0, 'No time'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
] as const;

const DAY = 86_400;

interface Props {
  readonly title: string;
  /** What the new secret has in common with the old one. */
  readonly text: string;
  /** What the old secret continues to do. */
  readonly label: string;
  readonly hint: string;
  /** The shortest useful overlap, in seconds; 0 for none. */
  readonly shortest?: number;
  /** The longest overlap that the service allows, in seconds. */
  readonly longest: number;
  readonly replacing: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly mutate: (overlapSeconds: number) => void;
  };
  readonly onClose: () => void;
}

/** Asks how long a secret stays valid beside its successor. */
export function OverlapDialog({ title, text, label, hint, shortest = 0, longest, replacing, onClose }: Props) {
  const [overlap, setOverlap] = useState(DAY);
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm action="Rotate" mutation={replacing} onClose={onClose} onSubmit={() => replacing.mutate(overlap)}>
        <p className="text-ink-soft text-sm">{text}</p>
        <SelectField
          error={fieldErrors(replacing.error).overlap_seconds}
          hint={
            <>
              {hint} {overlap > 0 && <Until seconds={overlap} />}
            </>
          }
          label={label}
          onChange={({ target }) => setOverlap(Number(target.value))}
          options={overlaps.filter(([seconds]) => seconds >= shortest && seconds <= longest)}
          value={overlap}
        />
      </DialogForm>
    </Dialog>
  );
}

/** The end of an overlap that begins now. */
function Until({ seconds }: { readonly seconds: number }) {
  const end = new Date(useNow().getTime() + seconds * 1_000).toISOString();
  return (
    <span>
      It ends on <Time as="clock" value={end} />.
    </span>
  );
}
