import * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { codedEndpoints } from '../../../shared/contract/index.ts';
import { proxyEventOf } from './proxy-event.ts';
import { requestsIn } from './requests.ts';
import type { Scene } from './scene.ts';
import type { Subject } from './subject.ts';

const ProxyAnswer = z.object({ statusCode: z.number(), body: z.string() });

export function endpointSubjects(scene: Scene): readonly Subject[] {
  const requests = requestsIn(scene);
  return codedEndpoints.map((endpoint) => ({
    id: endpoint.id,
    area: endpoint.area,
    kind: 'endpoint',
    event: proxyEventOf(endpoint, requests[endpoint.id] ?? {}, scene),
    world: scene.settled,
    faultOf: (answer) => faultOf(endpoint, answer),
  }));
}

/** A list that found nothing, or a batch that found not all, has done less than its work. */
function faultOf({ success }: Endpoint, answer: unknown): string | undefined {
  const { statusCode, body } = ProxyAnswer.parse(answer);
  if (statusCode !== success.status) return `it answered ${statusCode} instead of ${success.status}: ${body}`;
  if (success.contentType === 'text/plain') return undefined;
  const value: unknown = JSON.parse(body);
  const { items, results } = Object(value) as { items?: unknown; results?: unknown };
  const list = items ?? results ?? value;
  if (!Array.isArray(list)) return undefined;
  return list.length === 0 || list.includes(null) ? `it did not find what there is: ${body}` : undefined;
}
