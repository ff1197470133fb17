import type { Settings } from '../config.ts';
import type { Specs } from '../specs/catalogue.ts';
import type { Account } from './account/account.ts';

/** Before or after a deployment. */
type When = 'before' | 'after';

/** The deployment under examination. */
export interface Subject {
  readonly when: When;
  /** The prefix of the stack names. */
  readonly deployment: string;
  readonly settings: Settings;
  readonly specs: Specs;
  /** The version of this checkout. */
  readonly version: string;
  readonly caller: Caller;
  readonly now: Date;
}

/** The identity of the credentials, and the Region. */
export interface Caller {
  readonly account: string;
  readonly arn: string;
  readonly region: string;
}

export type Level = 'ok' | 'warning' | 'error';

/** The result of a check; a problem also has its meaning and remedy. */
export type Finding =
  | { readonly level: 'ok'; readonly says: string }
  | { readonly level: 'warning' | 'error'; readonly says: string; readonly means: string; readonly remedy: string };

/** A check of an account. It only reads. */
export interface Check {
  readonly id: string;
  /** A description for people. */
  readonly about: string;
  readonly when: readonly When[];
  /** The required IAM actions. */
  readonly actions: readonly string[];
  run(account: Account, subject: Subject): Promise<readonly Finding[]>;
}

interface Parts<Facts> extends Omit<Check, 'run'> {
  /** Reads the facts from AWS. */
  read(account: Account, subject: Subject): Promise<Facts>;
  /** Evaluates the facts, without requests. */
  judge(facts: Facts, subject: Subject): readonly Finding[];
}

/** Defines a check in two parts, which tests can call separately. */
export function defineCheck<Facts>(parts: Parts<Facts>): Check & Pick<Parts<Facts>, 'read' | 'judge'> {
  return { ...parts, run: async (account, subject) => parts.judge(await parts.read(account, subject), subject) };
}

export function ok(says: string): Finding {
  return { level: 'ok', says };
}

/** Ok if the condition holds, or else a warning. */
export function okIf(condition: boolean, says: string, means: string, remedy: string): Finding {
  return condition ? ok(says) : warning(says, means, remedy);
}

export function warning(says: string, means: string, remedy: string): Finding {
  return { level: 'warning', says, means, remedy };
}

export function error(says: string, means: string, remedy: string): Finding {
  return { level: 'error', says, means, remedy };
}
