import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the edge says about a request that it sends to the service, all as it wrote it. */
export interface EdgeClaim {
  /** The name in the URL. */
  readonly text: string;
  /** The client's IP address. */
  readonly viewer: string;
}

/** Clocks can differ by this many seconds. A proof never leaves the way from the edge to the service. */
const VALID_SECONDS = 300;

/** As `infra/ingress/edge/origin.js` writes it: only the edge and the service have the keys of names. */
export function edgeProof({ text, viewer }: EdgeClaim, seconds: number | string, nameKey: string): string {
  const digest = createHmac('sha256', nameKey).update(`edge|${text}|${viewer}|${seconds}`).digest('hex');
  return `${seconds}.${digest}`;
}

/** Whether the edge has sent a request, and not someone who calls the API directly. */
export function isOfEdge(proof: string, claim: EdgeClaim, nameKey: string, now: Date): boolean {
  const [, seconds] = /^(\d{1,12})\.[0-9a-f]{64}$/.exec(proof) ?? [];
  if (seconds === undefined || Math.abs(now.getTime() / 1000 - Number(seconds)) >= VALID_SECONDS) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(edgeProof(claim, seconds, nameKey)));
}
