export interface LogEvent {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly message: string;
}

/** Times in milliseconds: from `since` on, and before `until`. */
export interface Range {
  readonly since: number;
  readonly until?: number | undefined;
}

export interface LogPage {
  /** Oldest first. A page can be empty before the last one. */
  readonly events: readonly LogEvent[];
  /** For the next page; null when there is nothing further now. */
  readonly next: string | null;
  /** For a later call that continues here, also when there is nothing further now. */
  readonly token: string | undefined;
}

/** The logs of tasks, one stream for each. A stream that does not exist, or no longer, is empty. */
export interface TaskLogs {
  /** @throws AppError `unavailable` */
  forward(stream: string, range: Range, token?: string): Promise<LogPage>;
  /** The page before that of the token, or else the last one. @throws AppError `unavailable` */
  backward(stream: string, range: Range, token?: string): Promise<LogPage>;
}

/** Finds the lines with a mark, without reading the others. */
export interface MarkedLines {
  /** @throws AppError `unavailable` */
  search(stream: string, mark: string, range: Range, token?: string): Promise<LogPage>;
}
