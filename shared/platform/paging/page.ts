export interface Page<T> {
  readonly items: readonly T[];
  /** The sort position after which the next page starts, or null at the end. */
  readonly next: string | null;
}
