import { setTimeout as wait } from 'node:timers/promises';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { configuredEndpoint } from './json-rpc/endpoint.ts';
import { type Answer, isPassing, SignedRequests } from './signed-requests.ts';

/** The blocks of a snapshot that were written, from one on. Named as in the SDK. */
export class ListSnapshotBlocksCommand {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;

  constructor({ snapshotId, from, most, pageToken }: ListInput) {
    this.path = `/snapshots/${encodeURIComponent(snapshotId)}/blocks`;
    const maxResults = String(most);
    this.query = pageToken === undefined ? { maxResults, startingBlockIndex: String(from) } : { maxResults, pageToken };
  }
}

interface ListInput {
  readonly snapshotId: string;
  readonly from: number;
  readonly most: number;
  /** Of the page before. */
  readonly pageToken: string | undefined;
}

/** The blocks in which two snapshots of one lineage differ. Named as in the SDK. */
export class ListChangedBlocksCommand {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;

  constructor({ before, after, most, pageToken }: ChangedInput) {
    this.path = `/snapshots/${encodeURIComponent(after)}/changedblocks`;
    const query = { firstSnapshotId: before, maxResults: String(most) };
    this.query = pageToken === undefined ? query : { ...query, pageToken };
  }
}

interface ChangedInput {
  readonly before: string;
  readonly after: string;
  readonly most: number;
  /** Of the page before. */
  readonly pageToken: string | undefined;
}

/** The content of a block, with the token that a list has for it. Named as in the SDK. */
export class GetSnapshotBlockCommand {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;

  constructor({ snapshotId, index, token }: BlockInput) {
    this.path = `/snapshots/${encodeURIComponent(snapshotId)}/blocks/${index}`;
    this.query = { blockToken: token };
  }
}

interface BlockInput {
  readonly snapshotId: string;
  readonly index: number;
  readonly token: string;
}

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

type Command = ListSnapshotBlocksCommand | ListChangedBlocksCommand | GetSnapshotBlockCommand;

/** Sends requests to the direct APIs of EBS. */
export class EbsClient {
  readonly #ebs: SignedRequests;

  constructor(handler: Pick<NodeHttpHandler, 'handle'>, endpoint = configuredEndpoint('ebs')) {
    this.#ebs = new SignedRequests('ebs', handler, endpoint);
  }

  /**
   * Repeats what was throttled or got no response, until the signal.
   *
   * @throws RefusedError; an error of the connection
   */
  async send(command: Command, signal: AbortSignal): Promise<Answer> {
    const { path, query } = command;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#ebs.send({ method: 'GET', path, query }, signal);
      } catch (error) {
        const mayPass = isPassing(error) || isThrottled(error);
        if (attempt >= ATTEMPTS || signal.aborted || !mayPass) throw error;
      }
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      await wait(longest * (0.5 + Math.random() / 2), undefined, { signal });
    }
  }
}

/** EBS throttles with a status of its own. */
function isThrottled(error: unknown): boolean {
  return error instanceof Error && error.name === 'RequestThrottledException';
}
