import { unitPrices } from '../../../infra/docs/cost/unit-prices.ts';
import { shareOf } from '../core-share.ts';

/** In MB, as Lambda offers them; not the least, 128, of which Node alone takes the half. */
export const sizes = [192, 256, 384, 512, 768, 1_024, 1_280, 1_536, 1_769] as const;

/** Of calls that find no instance: instances of a service with few callers answer few requests each. */
export const COLD_PART = 0.05;

/** What one step of calls waits for, in milliseconds: DynamoDB's answers and the way there. */
export const STEP_MS = 5;

/** A process needs more than the most that it was seen with: its rows may be larger. */
export const SPARE = 1.5;

/** CPU milliseconds, steps of calls in sequence, and the most MB of memory seen. */
export interface Needs {
  readonly init: number;
  readonly first: number;
  readonly second: number;
  readonly steps: number;
  readonly residentMegabytes: number;
  /** A person waits for it, or an event does whose end a person waits for; else only its price counts. */
  readonly isAwaited: boolean;
  /** API Gateway has its own price for each call. */
  readonly isCalled: boolean;
}

export interface Choice {
  readonly memoryMegabytes: number;
  /** Milliseconds of a cold and of a half-warm call. */
  readonly cold: number;
  readonly warm: number;
  /** US dollars of a million calls, of which some are cold. */
  readonly usd: number;
  /** What is to be small. */
  readonly weight: number;
}

function choicesOf(needs: Needs): readonly Choice[] {
  const fitting = sizes.filter((size) => size >= needs.residentMegabytes * SPARE);
  return fitting.map((memoryMegabytes) => choiceOf(needs, memoryMegabytes));
}

/** A percent of the time is worth a percent of the price of the whole call. @throws when no size is large enough */
export function bestOf(needs: Needs): Choice {
  const [best] = choicesOf(needs).toSorted((a, b) => a.weight - b.weight);
  if (!best) throw new Error(`${needs.residentMegabytes} MB are more than any size in the table`);
  return best;
}

export function choiceOf(needs: Needs, memoryMegabytes: number): Choice {
  const share = shareOf(memoryMegabytes);
  const waits = needs.steps * STEP_MS;
  const cold = needs.init + needs.first / share + waits;
  const warm = needs.second / share + waits;
  const time = COLD_PART * cold + (1 - COLD_PART) * warm;
  const gigabyteSeconds = (time / 1_000) * (memoryMegabytes / 1_024);
  const perCall = unitPrices.lambdaRequest.usd + (needs.isCalled ? unitPrices.apiCall.usd : 0);
  const usd = 1_000_000 * (perCall + gigabyteSeconds * unitPrices.lambdaGigabyteSecond.usd);
  return { memoryMegabytes, cold, warm, usd, weight: needs.isAwaited ? usd * time : usd };
}
