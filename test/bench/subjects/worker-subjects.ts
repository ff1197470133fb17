import * as z from 'zod';
import { type WorkerId, workers } from '../../../shared/contract/workers.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { World } from '../stub/world.ts';
import { headersOf } from './proxy-event.ts';
import type { Scene } from './scene.ts';
import type { Subject } from './subject.ts';

interface FirstCall {
  readonly event: unknown;
  readonly world: World;
  /** A call that the worker makes only when it does its work. */
  readonly proof: string;
}

const BatchAnswer = z.object({ batchItemFailures: z.array(z.unknown()).length(0) });
const PolicyAnswer = z.object({ context: z.object({ owner_id: z.string().min(1) }) });

/** Workers answer nothing, an authorizer's policy, or which records of a batch failed. */
const WorkerAnswer = z.union([z.undefined(), z.null(), PolicyAnswer, BatchAnswer]);

export function workerSubjects(scene: Scene): readonly Subject[] {
  const calls = firstCalls(scene);
  return workers.flatMap(({ id, area }) => {
    if (id === 'install-ingress-keys') return [];
    const { event, world, proof } = calls[id];
    return {
      id,
      area,
      kind: 'worker',
      event,
      world,
      faultOf: (answer, asked) => {
        if (!WorkerAnswer.safeParse(answer).success) return `it answered ${JSON.stringify(answer)}`;
        return asked.includes(proof) ? undefined : `it did not ask for ${proof}, but for: ${asked.join(', ')}`;
      },
    };
  });
}

/** Only deployments and rotations of keys call `install-ingress-keys`: its cold start delays no request. */
type Measured = Exclude<WorkerId, 'install-ingress-keys'>;

function firstCalls(scene: Scene): Readonly<Record<Measured, FirstCall>> {
  const { ownerId, running, pending, booting, stopping, startTask, settled, asked, booted, ending } = scene;
  const resource = '/api/v1/sandboxes/search';
  const methodArn = `arn:aws:execute-api:us-east-1:000000000000:abcdefghij/bench/GET${resource}`;
  return {
    authorize: {
      event: { type: 'REQUEST', methodArn, resource, httpMethod: 'GET', headers: headersOf(scene, null) },
      world: settled,
      proof: 'dynamodb:GetItem',
    },
    'reconcile-sandbox': { event: streamEvent(pending, {}, {}), world: asked, proof: 'ecs:RunTask' },
    'sweep-sandboxes': { event: {}, world: settled, proof: 'lambda:Invoke' },
    'sweep-segment': { event: { segment: 0 }, world: settled, proof: 'dynamodb:Query' },
    'reconcile-usage': { event: {}, world: settled, proof: 'ecs:ListTasks' },
    'boot-sandbox': { event: generationOf(booting), world: booted, proof: 'dynamodb:TransactWriteItems' },
    'stop-sandbox': { event: generationOf(stopping), world: ending, proof: 'ecs:StopTask' },
    'wake-sandbox': {
      event: { owner_id: ownerId, sandbox_id: pending.sandbox_id, at: pending.created_at },
      world: asked,
      proof: 'ecs:RunTask',
    },
    'deliver-messages': {
      event: { owner_id: ownerId, conversation_id: startTask.conversation_id },
      world: settled,
      proof: 'dynamodb:Query',
    },
    'backfill-events': {
      event: { owner_id: ownerId, conversation_id: startTask.conversation_id },
      world: settled,
      proof: 'dynamodb:GetItem',
    },
    'purge-events': { event: removal(startTask), world: settled, proof: 'dynamodb:GetItem' },
    'dispatch-start-tasks': {
      event: streamEvent(running, { phase: { S: 'BOOTING' } }, { phase: { S: 'RUNNING' } }),
      world: settled,
      proof: 'lambda:Invoke',
    },
    'queue-webhooks': { event: removal(startTask), world: settled, proof: 'dynamodb:Query' },
    'deliver-webhooks': {
      event: { owner_id: ownerId, endpoint_id: '01975b0e6f2a7c31a4d29a5a1f0e77c2' },
      world: settled,
      proof: 'dynamodb:UpdateItem',
    },
    'run-start-task': {
      event: { owner_id: ownerId, start_task_id: startTask.start_task_id },
      world: settled,
      proof: 'agent:POST /api/conversations',
    },
  };
}

function generationOf({ owner_id, sandbox_id, generation }: Sandbox): object {
  return { owner_id, sandbox_id, generation };
}

/** One change of a sandbox. The images hold only the compared fields, as workers read the row again. */
function streamEvent({ owner_id, sandbox_id }: Sandbox, OldImage: object, NewImage: object): object {
  const Keys = { owner_id: { S: owner_id }, sandbox_id: { S: sandbox_id } };
  const record = { eventID: '1', eventName: 'MODIFY', eventSource: 'aws:dynamodb', awsRegion: 'us-east-1' };
  return { Records: [{ ...record, dynamodb: { Keys, OldImage, NewImage, SequenceNumber: '111' } }] };
}

function removal({ owner_id, conversation_id, created_at }: Scene['startTask']): object {
  const Keys = { owner_id: { S: owner_id }, conversation_id: { S: conversation_id } };
  const OldImage = { ...Keys, sandbox_id: { S: 'any' }, title: { S: 'Any' }, created_at: { S: created_at } };
  const record = { eventID: '1', eventName: 'REMOVE', eventSource: 'aws:dynamodb', awsRegion: 'us-east-1' };
  return { Records: [{ ...record, dynamodb: { Keys, OldImage, SequenceNumber: '111' } }] };
}
