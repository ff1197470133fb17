import * as z from 'zod';
import { type EbsClient, ListChangedBlocksCommand } from '../../platform/aws/ebs-client.ts';
import { RefusedError } from '../../platform/aws/signed-requests.ts';
import { asked, EbsSnapshot } from './ebs-snapshot.ts';
import type { ComparedVolumes, SavedPairs } from './saved-volumes.ts';

/** EBS's most for a page. */
const PAGE = 10_000;

/** With more changes than that, which are 100 GiB, little is in common. */
const MAX_PAGES = 20;

/**
 * Reads two snapshots of EBS. If one comes from the other, as saves of one sandbox and of its forks do, EBS lists the
 * blocks in which they differ: the others are read once for both. Otherwise each is read by itself.
 */
export class EbsPairs implements SavedPairs {
  readonly #ebs: EbsClient;

  constructor(ebs: EbsClient) {
    this.#ebs = ebs;
  }

  openPair(before: string, after: string, signal: AbortSignal): ComparedVolumes {
    const later = new EbsSnapshot(this.#ebs, after, signal);
    let changed: Promise<ReadonlySet<number> | undefined> | undefined;
    const earlier = new EbsSnapshot(this.#ebs, before, signal, async (index) => {
      changed ??= this.#changedBlocks(before, after, signal);
      const known = await changed;
      return known === undefined || known.has(index) ? undefined : later.block(index);
    });
    return { before: earlier, after: later };
  }

  /** Undefined for snapshots that have nothing in common, or too little. */
  async #changedBlocks(before: string, after: string, signal: AbortSignal): Promise<ReadonlySet<number> | undefined> {
    const changed = new Set<number>();
    let pageToken: string | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const command = new ListChangedBlocksCommand({ before, after, most: PAGE, pageToken });
      const page = await asked(this.#ebs.send(command, signal).catch(unrelated), signal);
      if (page === undefined) return undefined;
      const { ChangedBlocks, NextToken } = Page.parse(JSON.parse(page.body.toString('utf8')));
      for (const { BlockIndex } of ChangedBlocks) changed.add(BlockIndex);
      if (typeof NextToken !== 'string') return changed;
      pageToken = NextToken;
    }
    return undefined;
  }
}

/** EBS compares only snapshots of one lineage. Without the comparison, the request takes longer. */
function unrelated(error: unknown): undefined {
  if (error instanceof RefusedError && error.name === 'ValidationException') return undefined;
  throw error;
}

const Page = z.object({
  ChangedBlocks: z.array(z.object({ BlockIndex: z.int() })),
  NextToken: z.string().nullish(),
});
