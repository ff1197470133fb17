import { listAnnouncements as endpoint } from '../../shared/contract/service/operators.ts';
import { holds } from '../../shared/contract/shapes/scopes.ts';
import { announcementView } from '../../shared/domain/service/operations/announce.ts';
import type { DynamoOperations } from '../../shared/domain/service/operations/dynamo-operations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { operations } from '../../shared/wiring/service.ts';

interface Deps {
  readonly operations: Pick<DynamoOperations, 'announcements'>;
  readonly now: Clock;
}

export const listAnnouncements = implement(endpoint, async ({ caller }, { operations, now }: Deps) => {
  const time = now();
  const views = (await operations.announcements(time)).map((one) => announcementView(one, time));
  return { items: views.filter(({ active }) => active || holds(caller.scopes, 'admin')) };
});

export const handler = serve(listAnnouncements, (granted) => ({ operations: operations(granted), now: systemClock }));
