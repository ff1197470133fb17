/** The tokens of a call, as the provider reports them. No token counts twice. */
export interface ModelTokens {
  /** Input that was neither read from nor written to the provider's cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** What of `cacheWrite` is kept for an hour, where the provider says so. */
  readonly cacheWriteHour?: number;
  /** With what the model thought. */
  readonly output: number;
}
