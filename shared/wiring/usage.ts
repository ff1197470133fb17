import { documents } from '../aws/documents.ts';
import { optionalEnv, requireEnv } from '../env.ts';
import { LedgerUsageReader } from '../usage/month-to-date.ts';
import { tablesOf } from '../usage/prices.ts';
import { DynamoUsageLedger } from '../usage/usage-ledger.ts';

/** What functions are wired from that read or mend the ledger of usage. */

export const usageLedger = () =>
  new DynamoUsageLedger(documents(), { usage: requireEnv('USAGE_TABLE'), sandboxes: requireEnv('SANDBOXES_TABLE') });

/** The prices of the Region that this runs in. */
export const usagePrices = () => tablesOf(optionalEnv('AWS_REGION'));

/** What owners used this month; the role needs `readUsage`. */
export const usageReader = () => new LedgerUsageReader(usageLedger(), usagePrices());
