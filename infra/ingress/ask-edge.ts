import * as z from 'zod';

/** What answered at an address of the ingress: the edge, in a problem detail, or something else. */
export interface EdgeAnswer {
  readonly status: number;
  /** Of the problem detail; undefined for an answer that is none. */
  readonly code: string | undefined;
  /** Whether a distribution of CloudFront gave it, as a header says that CloudFront adds to each answer. */
  readonly isCloudFront: boolean;
}

const Problem = z.object({ code: z.string() });

/** Asks without a key: what answers at an address that is over may be anything. @throws when nothing answers */
export async function askEdge(url: string, signal: AbortSignal): Promise<EdgeAnswer> {
  const response = await fetch(url, { signal, redirect: 'manual' });
  return {
    status: response.status,
    code: codeIn(await response.text()),
    isCloudFront: response.headers.has('x-amz-cf-id'),
  };
}

function codeIn(text: string): string | undefined {
  try {
    return Problem.safeParse(JSON.parse(text)).data?.code;
  } catch {
    // An agent, or a stranger at its former address, answers with what it likes.
    return undefined;
  }
}

export function inWords({ status, code }: EdgeAnswer): string {
  return code === undefined ? `${status} without a problem detail` : `${status} ${code}`;
}
