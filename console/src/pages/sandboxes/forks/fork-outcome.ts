/** A fork, as far as its outcome is shown. */
export interface Fork {
  readonly sandbox: { readonly id: string } | null;
  readonly error: { readonly detail: string } | null;
}

interface Refusal {
  readonly detail: string;
  readonly count: number;
}

interface Outcome {
  /** The IDs of the new sandboxes. */
  readonly started: readonly string[];
  /** Why others were not started, each reason once. */
  readonly refusals: readonly Refusal[];
}

/** What started, and why the rest did not. */
export function outcomeOf(forks: readonly Fork[]): Outcome {
  const counts = new Map<string, number>();
  for (const { error } of forks) if (error) counts.set(error.detail, (counts.get(error.detail) ?? 0) + 1);
  return {
    started: forks.flatMap(({ sandbox }) => (sandbox ? [sandbox.id] : [])),
    refusals: [...counts].map(([detail, count]) => ({ detail, count })),
  };
}
