import { describe } from 'vitest';
import { edgeEntriesSuite, edgeStoreSuite } from '../../../../support/sandboxes/edge.suite.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from '../../../../support/sandboxes/memory-edge.ts';

describe('the store at the edge in memory', () => edgeStoreSuite(async () => new MemoryEdgeStore()));

describe('the entries of sandboxes in memory', () => edgeEntriesSuite(async (now) => new MemoryEdgeRows(now)));
