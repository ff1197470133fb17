import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

export interface LoadedScript {
  readonly address: string;
  readonly text: string;
  readonly gzipBytes: number;
}

/** Records the scripts that a page loads. */
export class LoadedScripts {
  readonly #responses: Response[] = [];

  constructor(page: Page) {
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') this.#responses.push(response);
    });
  }

  /** The scripts loaded so far, without duplicates. */
  async soFar(): Promise<readonly LoadedScript[]> {
    const byAddress = new Map(this.#responses.map((response) => [response.url(), response]));
    return await Promise.all(
      [...byAddress].map(async ([address, response]) => {
        const body = await response.body();
        return { address, text: body.toString('utf8'), gzipBytes: gzipSync(body).length };
      }),
    );
  }
}
