import type { Page } from '../../platform/paging.ts';

export interface LanguageModel {
  /** Null where the name alone identifies the provider. */
  readonly provider: string | null;
  readonly name: string;
  /** Always true: the operator chose the model. */
  readonly verified: boolean;
}

/** Splits `provider/model`. */
export function modelOf(text: string): LanguageModel {
  const slash = text.indexOf('/');
  return slash < 0
    ? { provider: null, name: text, verified: true }
    : { provider: text.slice(0, slash), name: text.slice(slash + 1), verified: true };
}

interface Filters {
  /** A part of the name, case-insensitive. */
  readonly query?: string | undefined;
  readonly verified__eq?: boolean | undefined;
}

/** One page of the matching models. `position` is the index of the first one. */
export function pageOfModels<T extends { readonly name: string; readonly verified: boolean }>(
  all: readonly T[],
  { query, verified__eq: verified, limit }: Filters & { readonly limit: number },
  position: string | null,
): Page<T> {
  const wanted = all.filter(
    (item) =>
      (query === undefined || item.name.toLowerCase().includes(query.toLowerCase())) &&
      (verified === undefined || item.verified === verified),
  );
  const start = position === null ? 0 : Number(position);
  const end = start + limit;
  return { items: wanted.slice(start, end), next: end < wanted.length ? String(end) : null };
}
