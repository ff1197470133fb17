import type { SandboxSpec } from '../../specs/schema.ts';
import { conversation } from './assumptions.ts';
import type { Item } from './bill.ts';
import type { Deployed } from './deployed.ts';
import { gigabytesOfLargest, gigabytesOfWorkers } from './memory.ts';
import { runningUsd } from './sandbox-costs.ts';
import { unitPrices } from './unit-prices.ts';

/** What a number of conversations use beside their sandboxes. Nothing is free in it: an idle month has used that. */
export function serviceItems(conversations: number, resources: readonly Deployed[]): readonly Item[] {
  const { calls, callMilliseconds, workerRuns, workerMilliseconds } = conversation;
  const runs = calls * 2 + workerRuns;
  const gigabyteSeconds =
    (calls * callMilliseconds * gigabytesOfLargest(resources) +
      workerRuns * workerMilliseconds * gigabytesOfWorkers(resources)) /
    1000;
  const writes = conversation.events * conversation.writesOfEvent + conversation.writes;
  const each: readonly Item[] = [
    { what: 'calls of the API', sold: 'apiCall', units: calls },
    { what: 'runs of functions (an authorizer for each call)', sold: 'lambdaRequest', units: runs },
    { what: 'time of these runs', sold: 'lambdaGigabyteSecond', units: gigabyteSeconds },
    { what: 'traces, if each call is traced', sold: 'trace', units: calls + workerRuns },
    { what: 'writes to tables', sold: 'tableWrite', units: writes },
    { what: 'reads of tables', sold: 'tableRead', units: conversation.reads },
    { what: 'requests to the vault key', sold: 'keyRequest', units: conversation.keyRequests },
    { what: 'logs', sold: 'logGigabyte', units: conversation.logGigabytes },
    { what: 'requests to sandboxes (CloudFront)', sold: 'edgeRequest', units: conversation.edgeRequests },
    { what: 'runs of its function', sold: 'edgeRun', units: conversation.edgeRequests },
    { what: 'reads of its keys', sold: 'edgeKeyRead', units: conversation.edgeRequests },
    { what: 'data from sandboxes to clients', sold: 'edgeGigabyteOut', units: conversation.edgeGigabytesOut },
    { what: 'other data to the internet', sold: 'gigabyteOut', units: conversation.gigabytesOut },
  ];
  return each.map((item) => ({ ...item, units: item.units * conversations }));
}

/** How many conversations of a month use up what CloudFront gives each account, of whichever thing ends first. */
export function conversationsFreeAtEdge(): number {
  const { edgeRequests, edgeGigabytesOut } = conversation;
  const { edgeRequest, edgeRun, edgeGigabyteOut } = unitPrices;
  const byRequests = Math.min(edgeRequest.free, edgeRun.free) / edgeRequests;
  return Math.floor(Math.min(byRequests, edgeGigabyteOut.free / edgeGigabytesOut));
}

/** US dollars for the sandboxes of these conversations while they are used, and while they wait to be paused. */
export function sandboxUsd(conversations: number, spec: SandboxSpec) {
  return {
    used: conversations * runningUsd(spec, conversation.minutes),
    waiting: conversations * runningUsd(spec, spec.idleMinutes),
  };
}
