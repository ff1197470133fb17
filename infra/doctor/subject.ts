import type { Settings } from '../config.ts';
import type { Specs } from '../specs/catalogue.ts';

/** Before the first deployment and each further one, or once it is done. */
export type When = 'before' | 'after';

/** What is examined, as this checkout and the caller's credentials say. */
export interface Subject {
  readonly when: When;
  /** What the names of its stacks begin with. */
  readonly deployment: string;
  readonly settings: Settings;
  /** The sandbox specs that the settings offer. */
  readonly specs: Specs;
  /** The version of this checkout. */
  readonly version: string;
  readonly caller: Caller;
  readonly now: Date;
}

/** Whose credentials are used, and where. */
export interface Caller {
  readonly account: string;
  readonly arn: string;
  readonly region: string;
}
