import { authorizeDevice, getDeviceToken } from '../../../shared/contract/accounts/device.ts';
import { loginsOfStage } from '../../../shared/domain/accounts/device/request-limits.ts';
import { MINUTES_OF_MONTH, stranger } from './assumptions.ts';
import type { Item } from './bill.ts';
import type { Deployed } from './deployed.ts';
import { gigabytesOfLargest } from './memory.ts';

/** The most that callers without a key can do in a month with one endpoint. */
export interface Strangers {
  readonly what: string;
  readonly callsPerSecond: number;
  readonly items: readonly Item[];
}

/** How often a device can make its interval longer. */
const LONGER_INTERVALS = 5;

/** The worst months, by the throttles of the template: of the endpoints that write, and of any other one. */
export function worstOfStrangers(resources: readonly Deployed[]): readonly Strangers[] {
  const seconds = MINUTES_OF_MONTH * 60;
  const logins = Math.ceil(seconds / loginsOfStage.seconds) * loginsOfStage.most;
  const month = (what: string, callsPerSecond: number, writes: (calls: number) => number): Strangers => {
    const calls = callsPerSecond * seconds;
    const items: readonly Item[] = [
      { what: 'calls of the API', sold: 'apiCall', units: calls },
      { what: 'runs of the function', sold: 'lambdaRequest', units: calls },
      {
        what: 'time of these runs',
        sold: 'lambdaGigabyteSecond',
        units: ((calls * stranger.callMilliseconds) / 1000) * gigabytesOfLargest(resources),
      },
      { what: 'logs', sold: 'logGigabyte', units: (calls * stranger.logBytes) / 1e9 },
      { what: 'writes to tables', sold: 'tableWrite', units: writes(calls) },
    ];
    return { what, callsPerSecond, items };
  };
  const rateOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
    rateAt(resources, `/${path.replaceAll('/', '~1')}`, method);
  return [
    // Each call counts for its address; a login counts once more, and its two rows are one transaction.
    month('`POST /oauth/device/authorize`', rateOf(authorizeDevice), (calls) => calls + logins * 5),
    // A poll asks for the row of its code and counts for its address; few polls of a code lengthen its interval.
    month('`POST /oauth/device/token`', rateOf(getDeviceToken), (calls) => calls * 2 + logins * LONGER_INTERVALS),
    month('any other endpoint without a key', rateAt(resources, '/*', '*'), () => 0),
  ];
}

/** @throws when the template throttles no such method */
function rateAt(resources: readonly Deployed[], path: string, method: string): number {
  const settings = resources
    .filter(({ type }) => type === 'AWS::ApiGateway::Stage')
    .flatMap(({ properties }) => properties.MethodSettings as readonly Record<string, unknown>[]);
  const found = settings.find(({ ResourcePath, HttpMethod }) => ResourcePath === path && HttpMethod === method);
  const rate = found?.ThrottlingRateLimit;
  if (typeof rate !== 'number') throw new Error(`The template has no throttle for ${method} ${path}.`);
  return rate;
}
