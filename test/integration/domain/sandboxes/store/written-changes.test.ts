import { describe, expect, it } from 'vitest';
import { publishOutcomes } from '../../../../../shared/domain/sandboxes/record/outcomes.ts';
import { changed } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoMeteredSandboxes } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { systemClock } from '../../../../../shared/platform/clock.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

describe('outcomes that a store publishes', () => {
  it('count a start once, however many workers write its end at the same time', async () => {
    const figures: unknown[] = [];
    const published = publishOutcomes((name, value) => void figures.push([name, value]));
    const store = new DynamoMeteredSandboxes(tables.documents, tables, systemClock, published);
    const previous = aSandbox({ phase: 'BOOTING', desired: 'PAUSED' });
    await store.save([{ previous: null, next: previous }]);
    const next = changed(previous, new Date(), { phase: 'RUNNING' });

    const ends = await Promise.allSettled(Array.from({ length: 4 }, () => store.save([{ previous, next }])));

    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(figures).toEqual([['BootFailed', 0]]);
  });
});
