import * as z from 'zod';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { Place } from '../aws/names.ts';
import type { XmlParts } from '../aws/xml.ts';

/** Account settings that no template holds and that tests can change. */
const AccountFacts = z.strictObject({
  /** Service quotas that differ from AWS's defaults, keyed by service and code, such as `ebs/L-7A658B76`. */
  quotas: z.record(z.string(), z.number().min(0)),
  lambda_concurrency: z.int().min(0),
  /** Default KMS key for new EBS volumes; null for the AWS managed key. */
  ebs_default_key: z.string().nullable(),
  ebs_encryption_by_default: z.boolean(),
  /**
   * Whether the stacks of the template exist. Without them, the account looks as it did before the first deployment.
   */
  deployed: z.boolean(),
  stack_status: z.string(),
  /** Alarms in addition to those of the template. */
  alarms: z.array(
    z.strictObject({ name: z.string(), state: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']), means: z.string() }),
  ),
  event_source_state: z.string(),
  /** Runtime of the functions, when it differs from the template. */
  lambda_runtime: z.string().nullable(),
  /** Mail addresses and domains that SES has verified; null for every one. */
  mail_identities: z.array(z.string()).nullable(),
  /** Whether SES only sends to verified addresses, as in a new account. */
  mail_sandbox: z.boolean(),
  /** Actions that the operator is denied, such as `lambda:ListFunctions`. */
  refused: z.array(z.string()),
});

export type AccountFacts = z.output<typeof AccountFacts>;

export const AccountChange = AccountFacts.partial();
export type AccountChange = z.output<typeof AccountChange>;

/** An account that is a few weeks old, with AWS's usual quotas. */
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
  mail_identities: null,
  mail_sandbox: false,
  refused: [],
};

/** The adjustable state of the account. It is lost when the process ends. */
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

/** The facts from which the account responds. */
export interface Source {
  readonly assembly: Assembly;
  readonly place: Place;
  readonly facts: AccountFacts;
  /** URL of the API that the template describes. */
  readonly apiUrl: string;
  /** URL of the sandboxes, with `{label}` in it; undefined without an edge, or before it listens. */
  readonly sandboxUrl: string | undefined;
  readonly now: Date;
}

export type Input = Readonly<Record<string, unknown>>;

/** Operations of one Query protocol service. @returns undefined for an operation that is not supported */
export type QueryOperations = (operation: string, input: Input, source: Source) => XmlParts | undefined;

/** Like `QueryOperations`, for a service that speaks JSON. */
export type JsonOperations = (operation: string, input: Input, source: Source) => object | undefined;

/** The resources of a type, or none when the stacks are not deployed. */
export function deployedOf(type: string, { assembly, facts }: Source): readonly Resource[] {
  return facts.deployed ? assembly.ofType(type) : [];
}
