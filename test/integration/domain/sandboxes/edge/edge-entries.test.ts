import { describe } from 'vitest';
import {
  DynamoEdgeRows,
  DynamoEdgeWork,
  DynamoLiveRows,
} from '../../../../../shared/domain/sandboxes/edge/dynamo-edge-rows.ts';
import { edgeEntriesSuite } from '../../../../support/sandboxes/edge-entries.suite.ts';
import type { AllEdgeRows, OpenRows } from '../../../../support/sandboxes/edge-scene.ts';
import { edgeWriterSuite } from '../../../../support/sandboxes/edge-writer.suite.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

const open: OpenRows = async (now) => {
  const rows = new DynamoEdgeRows(tables.documents, tables, now);
  const work = new DynamoEdgeWork(tables.documents, tables, now);
  const live = new DynamoLiveRows(tables.documents, tables, now);
  return {
    find: (id) => rows.find(id),
    claims: (id, address) => rows.claims(id, address),
    claim: (own, address, read) => rows.claim(own, address, read),
    change: (read, change) => rows.change(read, change),
    add: (row) => rows.add(row),
    rows: (ids) => work.rows(ids),
    written: (row) => work.written(row),
    left: (row) => work.left(row),
    overflowed: (row) => work.overflowed(row),
    takeTurn: () => work.takeTurn(),
    endTurn: () => work.endTurn(),
    changed: (version) => work.changed(version),
    compared: (at) => work.compared(at),
    live: () => live.live(),
    store: () => live.store(),
    foundEmpty: (at) => live.foundEmpty(at),
  } satisfies AllEdgeRows;
};

describe('the entries of sandboxes in DynamoDB', () => {
  edgeEntriesSuite(open);
  edgeWriterSuite(open);
});
