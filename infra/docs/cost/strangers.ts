import { authorizeDevice, getDeviceToken } from '../../../shared/contract/accounts/device.ts';
import {
  batchGetSharedConversations,
  batchGetSharedEvents,
  countSharedEvents,
  getSharedEvent,
  getSharedFile,
  searchSharedEvents,
} from '../../../shared/contract/conversations/sharing.ts';
import { receivePush } from '../../../shared/contract/prebuilds/prebuilds.ts';
import { loginsOfStage } from '../../../shared/domain/accounts/device/device-windows.ts';
import type { Units } from './costs.ts';
import { MINUTES_OF_MONTH, stranger } from './prices.ts';
import { type Deployed, functionsIn, largest } from './resources.ts';

const sharing = [
  batchGetSharedConversations,
  searchSharedEvents,
  countSharedEvents,
  batchGetSharedEvents,
  getSharedEvent,
  getSharedFile,
];

/** The maximum usage per month of callers without a key, of one method each. */
export function worstOfStrangers(resources: readonly Deployed[]) {
  const seconds = MINUTES_OF_MONTH * 60;
  const logins = Math.ceil(seconds / loginsOfStage.seconds) * loginsOfStage.most;
  const functions = functionsIn(resources);
  const runs = (calls: number, milliseconds: number, of: readonly Deployed[]): readonly Units[] => [
    { sold: 'lambdaRequest', units: calls },
    { sold: 'lambdaGigabyteSecond', units: calls * (milliseconds / 1000) * largest(of) },
    { sold: 'logGigabyte', units: (calls * stranger.logBytes) / 1e9 },
  ];
  const month = (path: string, method: string, itemsOf: (calls: number) => readonly Units[]) => {
    const callsPerSecond = throttleOf(resources, path, method);
    return { callsPerSecond, items: itemsOf(callsPerSecond * seconds) };
  };
  const open = (calls: number, tableWrites: number): readonly Units[] => [
    { sold: 'apiCall', units: calls },
    ...runs(calls, stranger.callMilliseconds, functions),
    { sold: 'tableWrite', units: tableWrites },
  ];
  const isAuthorizer = ({ properties: { FunctionName: name } }: Deployed) => String(name).endsWith('-authorize');
  return {
    // Each request counts for its address. A sign-in counts once more, and writes two rows in one transaction.
    device: month(authorizeDevice.path, authorizeDevice.method, (calls) => open(calls, calls + logins * 5)),
    // A poll counts for its code and its address. A device can lengthen its interval five times.
    poll: month(getDeviceToken.path, getDeviceToken.method, (calls) => open(calls, calls * 2 + logins * 5)),
    // A push to an unknown prebuild reads one row.
    push: month(receivePush.path, receivePush.method, (calls) => [
      ...open(calls, 0),
      { sold: 'tableRead', units: calls },
    ]),
    // A request counts for its address, and looks for the conversation in an index.
    shared: sharing.map(({ path, method }) => ({
      path,
      ...month(path, method, (calls) => [...open(calls, calls), { sold: 'tableRead', units: calls }]),
    })),
    open: month('/*', '*', (calls) => open(calls, 0)),
    // An invented model key makes the broker look for three rows, that of a sandbox for one.
    forged: month('/*', '*', (calls) => [...open(calls, 0), { sold: 'tableRead', units: calls * 3 }]),
    key: month('/*', '*', (calls) => [
      ...runs(calls, stranger.authorizerMilliseconds, functions.filter(isAuthorizer)),
      { sold: 'tableRead', units: calls * stranger.authorizerReads },
    ]),
    route: month('/*', '*', (calls) => [
      { sold: 'apiCall', units: calls },
      { sold: 'logGigabyte', units: (calls * stranger.accessLogBytes) / 1e9 },
    ]),
  };
}

function throttleOf(resources: readonly Deployed[], path: string, method: string): number {
  const wanted = path === '/*' ? path : `/${path.replaceAll('/', '~1')}`;
  const found = resources
    .filter(({ type }) => type === 'AWS::ApiGateway::Stage')
    .flatMap(({ properties }) => properties.MethodSettings as readonly Record<string, unknown>[])
    .find(({ ResourcePath, HttpMethod }) => ResourcePath === wanted && HttpMethod === method);
  if (typeof found?.ThrottlingRateLimit !== 'number') throw new Error(`No template throttles ${method} ${path}.`);
  return found.ThrottlingRateLimit;
}
