import * as z from 'zod';

/** A response at a URL of the ingress: a problem detail of the edge, or something else. */
export interface EdgeAnswer {
  readonly status: number;
  /** The code of the problem detail, if it is one. */
  readonly code: string | undefined;
  /** Whether the response has the header that CloudFront adds. */
  readonly isCloudFront: boolean;
}

const Problem = z.object({ code: z.string() });

/**
 * Sends a request, by default without a key, as anything can listen at an expired URL. A lasting address leads only to
 * its sandbox. @throws when nothing responds
 */
export async function askEdge(
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<EdgeAnswer> {
  const response = await fetch(url, { signal, headers, redirect: 'manual' });
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
    // An agent, or a stranger at its former address, can send anything.
    return undefined;
  }
}

export function inWords({ status, code }: EdgeAnswer): string {
  return code === undefined ? `${status} without a problem detail` : `${status} ${code}`;
}
