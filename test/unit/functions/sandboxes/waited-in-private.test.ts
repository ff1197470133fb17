import { expect, it } from 'vitest';
import { getSandbox } from '../../../../functions/sandboxes/get-sandbox.ts';
import { serve } from '../../../../shared/http/serve/serve.ts';
import { MemoryAuditLog } from '../../../support/http/memory-audit-log.ts';
import { aContext, anEvent } from '../../../support/http/proxy-event.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWaitPlaces } from '../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

it.each([
  ['bob-person', 404],
  ['ann-person', 200],
])('a wait of %s for a sandbox that becomes private to Ann in the meantime ends with %d', async (id, status) => {
  process.env.ALLOWED_ORIGINS ??= 'https://app.example.com';
  const starting = aSandbox();
  const { sandbox_id } = starting;
  const clock = new SettableClock();
  const sandboxes = MemorySandboxStore.with(starting);
  const running = { ...aRunningSandbox(), sandbox_id, version: 2, private_to: 'ann-person' };
  const deps = {
    ...{ sandboxes, keys: someKeys(), now: clock.now },
    places: new MemoryWaitPlaces({ perKey: 5, overall: 50 }, clock.now),
    pause: async () => sandboxes.save([{ previous: starting, next: running }]),
  };
  const ask = serve(
    getSandbox,
    () => deps,
    undefined,
    () => new MemoryAuditLog(),
    () => ({ hidden: async () => new Set() }),
  );
  const caller = { person: { id, role: 'member', name: null, email: null } as const };
  const event = anEvent(getSandbox.endpoint, { params: { sandbox_id }, query: { wait: 'RUNNING' }, caller });

  const { statusCode, body } = await ask(event, aContext('get-sandbox'));

  expect([statusCode, body.includes('session_api_key')]).toEqual([status, status === 200]);
});
