import { createAnnouncement as endpoint } from '../../shared/contract/service/operators.ts';
import { announcementView, newAnnouncement } from '../../shared/domain/service/operations/announce.ts';
import type { DynamoOperations } from '../../shared/domain/service/operations/dynamo-operations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { operations } from '../../shared/wiring/service.ts';

interface Deps {
  readonly operations: Pick<DynamoOperations, 'announce'>;
  readonly now: Clock;
}

export const createAnnouncement = implement(endpoint, async ({ body, caller }, { operations, now }: Deps) => {
  const announcement = newAnnouncement(body, caller.keyId, now());
  await operations.announce(announcement, now());
  return announcementView(announcement, now());
});

export const handler = serve(createAnnouncement, (granted) => ({ operations: operations(granted), now: systemClock }));
