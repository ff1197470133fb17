import type { ReactNode } from 'react';
import { dollars } from '../../../shared/presentation/money.ts';
import { sizeWords } from '../../../shared/presentation/sandboxes.ts';
import type { SandboxSpec } from '../api/shapes.ts';
import { SelectField } from './fields.tsx';
import { Command } from './reason.tsx';

interface Props {
  /** The default first. */
  readonly specs: readonly SandboxSpec[];
  readonly label: string;
  readonly name?: string;
  /** The ID of the chosen spec; undefined if the form keeps it. Empty: the default. */
  readonly value?: string;
  readonly onChange?: (id: string) => void;
  readonly error: string | undefined;
  readonly hint?: ReactNode;
}

/** Selects a sandbox spec by its size and cost. Specs that cannot start say why, and cannot be chosen. */
export function SpecField({ specs, label, name, value, onChange, error, hint }: Props) {
  const unavailable = specs.filter(({ unavailable_reason: reason }) => reason !== null);
  return (
    <div className="grid content-start gap-2">
      <SelectField
        error={error}
        hint={hint}
        label={label}
        {...(name !== undefined && { name })}
        {...(value !== undefined && { value, onChange: ({ target }) => onChange?.(target.value) })}
      >
        {specs.map((spec, index) => (
          <option
            disabled={spec.unavailable_reason !== null && value !== spec.id}
            key={spec.id}
            value={index === 0 && value !== undefined ? '' : spec.id}
          >
            {spec.id}
            {index === 0 && ' (default)'}: {spec.unavailable_reason ?? `${sizeWords(spec)}, ${priceWords(spec)}`}
          </option>
        ))}
      </SelectField>
      {unavailable.map(({ id, unavailable_reason: reason, install_command: command }) => (
        <div className="grid gap-1 text-ink-soft text-xs" key={id}>
          <p>
            {id}: {reason}. {command !== null && 'To use it, run this command and restart the service:'}
          </p>
          {command !== null && <Command text={command} />}
        </div>
      ))}
    </div>
  );
}

/** The spec with the ID of a field. Empty: the default. */
export function specOf(specs: readonly SandboxSpec[], id: string): SandboxSpec | undefined {
  return id === '' ? specs[0] : specs.find((spec) => spec.id === id);
}

function priceWords({ cost_per_hour_usd: cost }: SandboxSpec): string {
  return `${dollars(Number(cost), 3)} an hour`;
}
