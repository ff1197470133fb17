import { describe } from 'vitest';
import { edgeEntriesSuite } from '../../../../support/sandboxes/edge-entries.suite.ts';
import type { OpenRows } from '../../../../support/sandboxes/edge-scene.ts';
import { edgeStoreSuite } from '../../../../support/sandboxes/edge-store.suite.ts';
import { edgeWriterSuite } from '../../../../support/sandboxes/edge-writer.suite.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from '../../../../support/sandboxes/memory-edge.ts';

const open: OpenRows = async (now) => new MemoryEdgeRows(now);

describe('the store at the edge in memory', () => edgeStoreSuite(async () => new MemoryEdgeStore()));

describe('the entries of sandboxes in memory', () => {
  edgeEntriesSuite(open);
  edgeWriterSuite(open);
});
