import * as z from 'zod';
import { timestamp } from '../../../platform/clock.ts';
import { parseStartedBy } from '../record/identity.ts';
import type { Task } from '../record/task.ts';

/** The capacity provider of Fargate Spot, which every cluster of a deployment has. */
export const SPOT = 'FARGATE_SPOT';

const Attachment = z.object({
  details: z.array(z.object({ name: z.string().optional(), value: z.string().optional() })).optional(),
});

const Container = z.object({
  name: z.string().optional(),
  exitCode: z.int().nullish(),
  reason: z.string().nullish(),
  networkBindings: z
    .array(z.object({ bindIP: z.string().optional(), containerPort: z.int().optional(), hostPort: z.int().optional() }))
    .nullish(),
});

/** A date in API responses, text in events. */
const Time = z
  .union([z.date(), z.iso.datetime({ offset: true })])
  .nullish()
  .transform((time) => (time ? timestamp(new Date(time)) : null))
  // An invalid time counts as absent: a billing detail must not prevent the stop of a sandbox.
  .catch(null);

/** The common fields of ECS API responses and task state change events. Overrides are left out on purpose. */
const EcsTask = z.object({
  taskArn: z.string(),
  startedBy: z.string().optional(),
  version: z.number().optional(),
  lastStatus: z.string().optional(),
  desiredStatus: z.string().optional(),
  stopCode: z.string().nullish(),
  stoppedReason: z.string().nullish(),
  capacityProviderName: z.string().nullish(),
  attachments: z.array(Attachment).nullish(),
  containers: z.array(Container).nullish(),
  createdAt: Time,
  pullStartedAt: Time,
  pullStoppedAt: Time,
  startedAt: Time,
  stoppedAt: Time,
});

/** @throws ZodError for a value that is not an ECS task */
export function toTask(value: unknown): Task {
  const task = EcsTask.parse(value);
  const containers = task.containers ?? [];
  const details = (task.attachments ?? []).flatMap((attachment) => attachment.details ?? []);
  const bindings = containers.flatMap((container) => container.networkBindings ?? []);
  const { createdAt, pullStartedAt, pullStoppedAt, startedAt, stoppedAt } = task;
  return {
    arn: task.taskArn,
    generation: parseStartedBy(task.startedBy)?.generation ?? 0,
    version: task.version ?? 0,
    lastStatus: task.lastStatus ?? 'PROVISIONING',
    desiredStatus: task.desiredStatus ?? 'RUNNING',
    stopCode: task.stopCode ?? null,
    stoppedReason: whyStopped(task),
    exitCode: containers.find((container) => typeof container.exitCode === 'number')?.exitCode ?? null,
    capacity: task.capacityProviderName === SPOT ? 'spot' : 'on_demand',
    networkInterfaceId: details.find((detail) => detail.name === 'networkInterfaceId')?.value ?? null,
    volumeId: details.find((detail) => detail.name === 'volumeId')?.value ?? null,
    times: { createdAt, pullStartedAt, pullStoppedAt, startedAt, stoppedAt },
    bindings: bindings.flatMap(({ bindIP, containerPort, hostPort }) =>
      bindIP && containerPort && hostPort ? [{ bindIp: bindIP, containerPort, hostPort }] : [],
    ),
  };
}

/** Why the task stopped. Only the container's reason shows that it was killed for its memory use. */
function whyStopped({ stoppedReason, containers }: z.infer<typeof EcsTask>): string | null {
  const said = [stoppedReason, ...(containers ?? []).map(({ reason }) => reason)];
  const parts = said.filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? null : [...new Set(parts)].join(': ');
}

/** The sandbox of a task; undefined for a task that this service did not start. */
export function sandboxOfTask(value: unknown): ReturnType<typeof parseStartedBy> {
  return parseStartedBy(EcsTask.parse(value).startedBy);
}
