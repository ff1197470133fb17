import type { Settings } from '../config.ts';
import type { Specs } from '../specs/catalogue.ts';
import type { Account } from './account/account.ts';

/** Before the first deployment and each further one, or once it is done. */
type When = 'before' | 'after';

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

export type Level = 'ok' | 'warning' | 'error';

/** What a check found: what is so, and of trouble also what it means and what to do. */
export type Finding =
  | { readonly level: 'ok'; readonly says: string }
  | { readonly level: 'warning' | 'error'; readonly says: string; readonly means: string; readonly remedy: string };

/** One question about an account, answered by reading and nothing else. */
export interface Check {
  readonly id: string;
  /** What it looks at, for people. */
  readonly about: string;
  readonly when: readonly When[];
  /** The IAM actions that it needs. */
  readonly actions: readonly string[];
  run(account: Account, subject: Subject): Promise<readonly Finding[]>;
}

interface Parts<Facts> extends Omit<Check, 'run'> {
  /** Asks AWS. */
  read(account: Account, subject: Subject): Promise<Facts>;
  /** Evaluates the facts. Sends no request. */
  judge(facts: Facts, subject: Subject): readonly Finding[];
}

/** A check made of its two halves, of which a test can call each. */
export function defineCheck<Facts>(parts: Parts<Facts>): Check & Pick<Parts<Facts>, 'read' | 'judge'> {
  return { ...parts, run: async (account, subject) => parts.judge(await parts.read(account, subject), subject) };
}

export function ok(says: string): Finding {
  return { level: 'ok', says };
}

export function warning(says: string, means: string, remedy: string): Finding {
  return { level: 'warning', says, means, remedy };
}

export function error(says: string, means: string, remedy: string): Finding {
  return { level: 'error', says, means, remedy };
}
