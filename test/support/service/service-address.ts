/** The URLs of a service and the operator's access to it. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The URL template of sandboxes, with `{label}`. `null` if they are reached directly. */
  readonly sandboxUrl: string | null;
  /** The URL of its console, if it has one. */
  readonly consoleUrl?: string | undefined;
  /** Options of `npm run keys`: `--state DIR` or `--stack NAME`. */
  readonly keysOption: readonly [string, string];
  /** `null` for a remote service, which skips checks of processes and files. */
  readonly stateDirectory: string | null;
}
