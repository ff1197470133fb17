import { unitPrices } from '../../../infra/docs/cost/prices.ts';
import { shareOf } from '../core-share.ts';
import type { StreamCost } from './measure.ts';
import type { TableUse } from './request-meter.ts';

/** The memory of the function, in megabytes (`needs` of the endpoints). */
export const MEMORY = 512;

/** What an agent does, as an assumption: a call of a model, then tools, and again. */
export interface Pace {
  /** The duration of a call and its tokens. */
  readonly seconds: number;
  readonly tokens: number;
  /** Between two calls, in seconds. */
  readonly tools: number;
}

/** Bytes that a token takes on its way to the agent, as an event of OpenAI. */
const BYTES_OF_TOKEN = 250;

/** What so many conversations at a time need. API Gateway counts one call for each answer: none has 10 MB. */
export function needsOf(conversations: number, pace: Pace, cost: StreamCost, use: TableUse) {
  const { seconds, tokens, tools } = pace;
  const callsPerSecond = conversations / (seconds + tools);
  const cpuMs = cost.cpuMsPerCall + cost.cpuMsPerToken * tokens;
  const { lambdaRequest, lambdaGigabyteSecond, apiCall, tableRead, tableWrite, gigabyteOut } = unitPrices;
  const usd = {
    function: lambdaRequest.usd + (seconds * MEMORY * lambdaGigabyteSecond.usd) / 1_024,
    api: apiCall.usd,
    tables: use.reads * tableRead.usd + use.writes * tableWrite.usd,
    transfer: (tokens * BYTES_OF_TOKEN * gigabyteOut.usd) / 1e9,
  };
  const perCall = Object.values(usd).reduce((sum, one) => sum + one, 0);
  return {
    'calls in progress (Lambda concurrency)': callsPerSecond * seconds,
    'at most, if no tool runs': conversations,
    'calls a second': callsPerSecond,
    'DynamoDB writes a second, units': callsPerSecond * use.writes,
    'CPU of a call, ms of a whole core': cpuMs,
    'of the share of a core, part used': cpuMs / (seconds * 1_000 * shareOf(MEMORY)),
    'USD for 1,000 calls': perCall * 1_000,
    'of it the function': usd.function * 1_000,
    'of it API Gateway': usd.api * 1_000,
    'of it DynamoDB': usd.tables * 1_000,
    'of it transfer': usd.transfer * 1_000,
    'USD an hour': perCall * callsPerSecond * 3_600,
  };
}
