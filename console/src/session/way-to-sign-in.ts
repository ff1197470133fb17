import type { ConsoleConfig } from '../api/config.ts';

export interface WayToSignIn {
  readonly config: ConsoleConfig;
  readonly onKey: (apiKey: string, remember: boolean) => void;
}
