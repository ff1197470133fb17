import { dollars } from '../../../shared/presentation/money.ts';
import { capacityWords } from '../../../shared/presentation/sandboxes.ts';
import type { SandboxSpec } from '../api/shapes.ts';
import { SelectField } from './fields.tsx';

interface Props {
  /** Its prices are shown. */
  readonly spec: SandboxSpec | undefined;
  /** Empty: the choice of the spec. */
  readonly value: string;
  readonly onChange: (capacity: string) => void;
  readonly error: string | undefined;
}

/** Selects what a sandbox runs on, by its cost. */
export function CapacityField({ spec, value, onChange, error }: Props) {
  if (spec === undefined) return null;
  const { capacity, cost_per_hour_usd: onDemand, spot_cost_per_hour_usd: spot } = spec;
  return (
    <SelectField
      error={error}
      hint="AWS can take Spot capacity back. The sandbox is then saved and starts again."
      label="Capacity"
      onChange={({ target }) => onChange(target.value)}
      options={[
        ['', `Default: ${capacityWords[capacity]}`],
        ['on_demand', `${capacityWords.on_demand}: ${dollars(Number(onDemand), 3)} an hour`],
        ['spot', `${capacityWords.spot}: about ${dollars(Number(spot), 3)} an hour`],
      ]}
      value={value}
    />
  );
}
