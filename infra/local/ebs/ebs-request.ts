const BLOCKS = /^\/snapshots\/([^/]+)\/(changedblocks|blocks(?:\/(\d+))?)$/;

interface EbsRequest {
  readonly operation: 'GetSnapshotBlock' | 'ListChangedBlocks' | 'ListSnapshotBlocks';
  readonly input: Readonly<Record<string, unknown>>;
}

/** @returns undefined for a request that is not for the blocks of a snapshot */
export function ebsRequest(method: string, url: string): EbsRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  const [, id, what, index] = BLOCKS.exec(pathname) ?? [];
  if (method !== 'GET' || id === undefined) return undefined;
  const SnapshotId = decodeURIComponent(id);
  const text = (name: string) => searchParams.get(name) ?? undefined;
  if (index !== undefined) {
    const input = { SnapshotId, BlockIndex: Number(index), BlockToken: text('blockToken') };
    return { operation: 'GetSnapshotBlock', input };
  }
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : undefined);
  const page = {
    NextToken: text('pageToken'),
    MaxResults: number('maxResults'),
    StartingBlockIndex: number('startingBlockIndex'),
  };
  if (what === 'blocks') return { operation: 'ListSnapshotBlocks', input: { SnapshotId, ...page } };
  const ids = { FirstSnapshotId: text('firstSnapshotId'), SecondSnapshotId: SnapshotId };
  return { operation: 'ListChangedBlocks', input: { ...ids, ...page } };
}
