import type { ReactNode } from 'react';

interface Props {
  /** Those without a value are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** What something is, line by line: names at the left, their values at the right. For narrow places. */
export function FactList({ facts }: Props) {
  return (
    <dl className="grid gap-2 text-sm">
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4" key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words text-right">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
