import * as z from 'zod';
import { codedEndpoints } from '../../../shared/contract/index.ts';
import type { Measurement } from './measure.ts';

const ProxyAnswer = z.object({ statusCode: z.int(), body: z.string().optional() });
const BatchAnswer = z.object({ batchItemFailures: z.array(z.unknown()).default([]) });

const statuses = new Map<string, number>(codedEndpoints.map(({ id, success }) => [id, success.status]));

/** What is wrong with a function's answers, or with what it says: a quick error is no good time. */
export function faultOf(id: string, { answers, complaints }: Pick<Measurement, 'answers' | 'complaints'>) {
  const [complaint] = complaints;
  return complaint ?? answers.flatMap((answer) => faultOfAnswer(id, answer))[0];
}

function faultOfAnswer(id: string, answer: unknown): readonly string[] {
  const status = statuses.get(id);
  if (status === undefined) {
    const { batchItemFailures } = BatchAnswer.parse(answer ?? {});
    return batchItemFailures.length === 0 ? [] : ['it did not take its records'];
  }
  const { statusCode, body = '' } = ProxyAnswer.parse(answer);
  return statusCode === status ? [] : [`it answered ${statusCode} instead of ${status}: ${body.slice(0, 300)}`];
}
