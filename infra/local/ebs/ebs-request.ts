const BLOCKS = /^\/snapshots\/([^/]+)\/blocks(?:\/(\d+))?$/;

interface EbsRequest {
  readonly operation: 'GetSnapshotBlock' | 'ListSnapshotBlocks';
  readonly input: Readonly<Record<string, unknown>>;
}

/** @returns undefined for a request that is not for the blocks of a snapshot */
export function ebsRequest(method: string, url: string): EbsRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  const [, id, index] = BLOCKS.exec(pathname) ?? [];
  if (method !== 'GET' || id === undefined) return undefined;
  const SnapshotId = decodeURIComponent(id);
  if (index !== undefined) {
    const BlockToken = searchParams.get('blockToken') ?? undefined;
    return { operation: 'GetSnapshotBlock', input: { SnapshotId, BlockIndex: Number(index), BlockToken } };
  }
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : undefined);
  const page = { NextToken: searchParams.get('pageToken') ?? undefined, MaxResults: number('maxResults') };
  const input = { SnapshotId, ...page, StartingBlockIndex: number('startingBlockIndex') };
  return { operation: 'ListSnapshotBlocks', input };
}
