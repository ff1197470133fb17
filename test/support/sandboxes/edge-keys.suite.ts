import { expect, it } from 'vitest';
import {
  EDGE_ENTRY_BYTES,
  type EdgeKeys,
  EdgeKeysChangedError,
} from '../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';

/** The promises of the port. @param open an edge that has no keys yet */
export function edgeKeysSuite(open: () => Promise<EdgeKeys>): void {
  it('has no value before the first write', async () => {
    expect(await (await open()).value()).toBeUndefined();
  });

  it('gives what was written last, under a version of its own', async () => {
    const edge = await open();
    const empty = await edge.version();

    await edge.replace('one', empty);
    const written = await edge.version();
    await edge.replace('two', written);

    expect(await edge.value()).toBe('two');
    expect(new Set([empty, written, await edge.version()]).size).toBe(3);
  });

  it('takes a value of the largest size', async () => {
    const edge = await open();
    const largest = 'x'.repeat(EDGE_ENTRY_BYTES);

    await edge.replace(largest, await edge.version());

    expect(await edge.value()).toBe(largest);
  });

  it('refuses to write over a version that it no longer is', async () => {
    const edge = await open();
    const old = await edge.version();
    await edge.replace('kept', old);

    await expect(edge.replace('lost', old)).rejects.toThrow(EdgeKeysChangedError);

    expect(await edge.value()).toBe('kept');
  });

  it('lets one of several writers at once win', async () => {
    const edge = await open();
    const version = await edge.version();

    const ends = await Promise.allSettled(['a', 'b', 'c'].map((value) => edge.replace(value, version)));

    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = ends.findIndex(({ status }) => status === 'fulfilled');
    expect(await edge.value()).toBe(['a', 'b', 'c'][winner]);
  });
}
