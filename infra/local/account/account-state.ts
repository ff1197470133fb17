import * as z from 'zod';

/** What no template says of an account, and a test may want otherwise. */
const AccountFacts = z.strictObject({
  /** Service quotas by service and code, as `ebs/L-7A658B76`, where they are not the default of AWS. */
  quotas: z.record(z.string(), z.number().min(0)),
  lambda_concurrency: z.int().min(0),
  /** A key of the operator for new EBS volumes; null for the one that AWS keeps. */
  ebs_default_key: z.string().nullable(),
  ebs_encryption_by_default: z.boolean(),
  /** Whether the stacks of the template exist. Without them the account is as before the first deployment. */
  deployed: z.boolean(),
  /** What the stacks' CloudFormation status is. */
  stack_status: z.string(),
  /** Alarms beside those of the template. */
  alarms: z.array(
    z.strictObject({ name: z.string(), state: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']), means: z.string() }),
  ),
  event_source_state: z.string(),
  /** Runtime of the functions, where it is not that of the template. */
  lambda_runtime: z.string().nullable(),
  /** Actions that the operator is denied, as `lambda:ListFunctions`. */
  refused: z.array(z.string()),
});

export type AccountFacts = z.output<typeof AccountFacts>;

export const AccountChange = AccountFacts.partial();
export type AccountChange = z.output<typeof AccountChange>;

/** An account of some weeks, with the quotas that AWS gives. */
const usual: AccountFacts = {
  quotas: { 'fargate/L-3032A538': 64 },
  lambda_concurrency: 1_000,
  ebs_default_key: null,
  ebs_encryption_by_default: false,
  deployed: true,
  stack_status: 'CREATE_COMPLETE',
  alarms: [],
  event_source_state: 'Enabled',
  lambda_runtime: null,
  refused: [],
};

/** The adjustable part of the account. It lasts as long as the process. */
export class AccountState {
  #facts: AccountFacts = usual;

  get facts(): AccountFacts {
    return this.#facts;
  }

  change(change: AccountChange): AccountFacts {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const quotas = { ...this.#facts.quotas, ...change.quotas };
    this.#facts = { ...this.#facts, ...given, quotas };
    return this.#facts;
  }

  reset(): AccountFacts {
    this.#facts = usual;
    return usual;
  }
}
