import { setTimeout as wait } from 'node:timers/promises';
import { ifSeen } from '../../shared/contract/endpoint/audience.ts';
import type { Caller } from '../../shared/contract/endpoint/caller.ts';
import { getSandboxLogs as endpoint } from '../../shared/contract/logs/logs.ts';
import { type CallerLookup, isStillUsable } from '../../shared/domain/accounts/callers/still-usable.ts';
import { type FollowDeps, followLines } from '../../shared/domain/logs/follow-logs.ts';
import { type Position, positionText, readPosition } from '../../shared/domain/logs/position.ts';
import { lastLines, type PlacedLine, type ReadDeps, readLines } from '../../shared/domain/logs/read-logs.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { placeToWait, type WaitPlaces } from '../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { serverSentEvent } from '../../shared/platform/event-stream.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { callerLookup } from '../../shared/wiring/accounts.ts';
import { taskLogs } from '../../shared/wiring/logs.ts';
import { sandboxKeys, sandboxReader, waitPlaces } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ReadDeps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly callers: CallerLookup;
  readonly places: WaitPlaces;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly now: Clock;
}

/** The maximum time to follow logs, in milliseconds: the limit of Lambda. */
const LONGEST = 900_000;

/** Of a deleted sandbox, logs are readable as long as its receipt. Another owner's sandbox reads as absent. */
export const getSandboxLogs = implement(endpoint, async ({ params, query, caller, request }, deps: Deps) => {
  const find = async () => ifSeen(caller, await deps.sandboxes.find(caller.ownerId, params.sandbox_id));
  const sandbox = await find();
  if (!sandbox) throw new NotFoundError('Sandbox', params.sandbox_id);
  const { source, command_id: commandId, tail } = query;
  const filters = { sandbox: params.sandbox_id, source, commandId };
  const scope = { ownerId: caller.ownerId, list: endpoint.id, filters };
  const idOf = (position: Position) => pageIdAfter(positionText(position), scope) ?? '';
  const shown = ({ position, ...line }: PlacedLine) => ({
    id: idOf(position),
    time: new Date(position.time).toISOString(),
    generation: position.generation,
    ...line,
  });
  const range = { since: millisecondsOf(query.since) ?? 0, until: millisecondsOf(query.until) };
  const pageId = query.page_id ?? (query.follow ? request.lastEventId : undefined);
  const after = readPosition(positionOf(pageId || undefined, scope));
  const wanted = { source, commandId, range, limit: query.limit, after };
  if (query.follow) {
    const texts = {
      line: (line: PlacedLine) => serverSentEvent({ id: idOf(line.position), event: 'line', data: shown(line) }),
      end: (reason: string) => serverSentEvent({ event: 'end', data: { reason } }),
    };
    const following = { ...deps, find, ...whileFollowing(caller, request.timeLeft, deps) };
    return followLines(sandbox, { ...wanted, tail: after ? undefined : tail }, texts, following);
  }
  const { lines, next } =
    tail === undefined
      ? await readLines(sandbox, wanted, deps)
      : await lastLines(sandbox, { ...wanted, limit: tail }, deps);
  return { items: lines.map(shown), next_page_id: next === undefined ? null : idOf(next) };
});

function whileFollowing(
  caller: Caller,
  timeLeft: () => number = () => LONGEST,
  { callers, places, now }: Deps,
): Pick<FollowDeps, 'timeLeft' | 'takePlace' | 'isKeyValid'> {
  return {
    timeLeft,
    takePlace: () => placeToWait(places, caller, new Date(now().getTime() + timeLeft())),
    isKeyValid: () => isStillUsable(caller, callers, now()),
  };
}

function millisecondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}

export const handler = serveStream(getSandboxLogs, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  callers: callerLookup(granted),
  logs: taskLogs(),
  places: waitPlaces(granted),
  pause: (milliseconds: number) => wait(milliseconds),
  now: systemClock,
}));
