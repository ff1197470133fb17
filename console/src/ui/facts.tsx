import type { ReactNode } from 'react';

/** Names with their values. Facts without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div className="grid min-w-0 content-start gap-0.5" key={name}>
            <dt className="text-ink-soft text-xs">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
