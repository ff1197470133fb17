import { expect, it } from 'vitest';
import { getSandboxLogs } from '../../../../functions/logs/get-sandbox-logs.ts';
import { checkStream } from '../../../../shared/domain/commands/check-stream.ts';
import { changed } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { answerInPieces } from '../../../../shared/http/serve/serve-stream.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { allowedOrigin } from '../../../support/http/invoke.ts';
import { MemoryAuditLog } from '../../../support/http/memory-audit-log.ts';
import { aContext, anEvent } from '../../../support/http/proxy-event.ts';
import { MemoryTaskLogs } from '../../../support/logs/memory-task-logs.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWaitPlaces } from '../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';

const member = (id: string) => ({ ...aCaller, person: { id, role: 'member', name: null, email: null } as const });

/** A running sandbox that becomes private to Ann. */
function scene() {
  const sandbox = aRunningSandbox({ task_history: [{ generation: 1, task_id: 'aa', at: noon }] });
  const clock = new SettableClock('2026-11-21T12:01:00.000Z');
  const deps = {
    sandboxes: MemorySandboxStore.with(sandbox),
    keys: someKeys(),
    callers: {
      keys: { find: async () => ({ owner_id: 'ann', expires_at: null, revoked_at: null, created_at: noon }) as never },
      members: {
        find: async () => ({ role: 'member', status: 'ACTIVE' }) as never,
        known: async () => ({ person: undefined, memberships: [] }),
      },
    },
    now: clock.now,
  };
  const close = async () => {
    const next = { ...changed(sandbox, clock.now(), {}), private_to: 'ann-person' };
    await deps.sandboxes.save([{ previous: sandbox, next }]);
  };
  return { sandbox, clock, deps, close };
}

it('a followed log ends for other members when its sandbox becomes private', async () => {
  process.env.ALLOWED_ORIGINS ??= allowedOrigin;
  const { sandbox, clock, deps, close } = scene();
  const logs = new MemoryTaskLogs(3);
  logs.print('reference/agent/aa', Date.parse(noon), 'before');
  let isClosed = false;
  const pause = async (milliseconds: number) => {
    clock.advance(milliseconds / 1000);
    if (!isClosed) await close();
    isClosed = true;
  };
  const places = new MemoryWaitPlaces({ perKey: 2, overall: 5 }, clock.now);
  const follow = answerInPieces(
    getSandboxLogs,
    () => ({ ...deps, logs, places, pause }),
    undefined,
    () => new MemoryAuditLog(),
    () => ({ hidden: async () => new Set() }),
  );
  const request = { params: { sandbox_id: sandbox.sandbox_id }, query: { follow: 'true' }, caller: member('bob') };

  const { pieces } = await follow(anEvent(getSandboxLogs.endpoint, request), aContext('get-sandbox-logs'));
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(String(piece));

  expect(texts.join('')).toMatch(/"text":"before"[\s\S]*"reason":"sandbox_ended"/);
});

it('a followed command ends for other members when its sandbox becomes private, as if that was deleted', async () => {
  const { sandbox, deps, close } = scene();
  const agent = { sandbox, url: 'http://127.0.0.1:1', sessionKey: '' };
  const check = (id: string) => checkStream(member(id), agent, deps);
  await check('bob');

  await close();

  await expect(check('bob')).rejects.toMatchObject({ code: 'not_found' });
  await check('ann-person');
});
