/** Where a service runs, and how to reach it as an operator. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where sandboxes are, with `{label}` in it; null where they are reached directly. */
  readonly sandboxUrl: string | null;
  /** Where its console is, where it has one. */
  readonly consoleUrl?: string | undefined;
  /** How `npm run keys` reaches it: `--state DIR` or `--stack NAME`. */
  readonly keysOption: readonly [string, string];
  /** Null when the service runs elsewhere: what looks into processes and files is left out then. */
  readonly stateDirectory: string | null;
}
