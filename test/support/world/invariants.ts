import { agentConversationId } from '../../../shared/conversations/conversation.ts';
import { parseStartedBy, startedBy } from '../../../shared/sandboxes/identity.ts';
import { isCounted } from '../../../shared/sandboxes/sandbox.ts';
import { wireStatus } from '../../../shared/sandboxes/status.ts';
import { isOver } from '../../../shared/start-tasks/start-task.ts';
import { keyOf } from '../memory-page.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** What must hold at every moment, whatever is under way. */
export function alwaysBroken(world: SandboxWorld): string[] {
  const generations = Map.groupBy(world.ecs.live(), (task) => task.startedBy);
  const doubled = [...generations].filter(([owner, tasks]) => tasks.length > 1 && !isPlanted(owner));
  const owners = Map.groupBy(world.rows().filter(isCounted), ({ owner_id: ownerId }) => ownerId);
  const miscounted = [...world.sandboxes.active].filter(([ownerId, n]) => n !== (owners.get(ownerId)?.length ?? 0));
  const revived = world.rows().filter((row) => wireStatus(row) === 'RUNNING' && world.dead.has(startedBy(row)));
  return [
    ...revived.map((row) => `${startedBy(row)} runs again with the key from before its pause`),
    ...doubled.map(([owner, tasks]) => `${tasks.length} live tasks of ${owner}`),
    ...miscounted.map(([ownerId, n]) => `${ownerId} is counted as running ${n}`),
    ...world.processes.bugs.map((bug) => `failed: ${bug instanceof Error ? bug.stack : String(bug)}`),
  ];
}

/** Whether everything has come to where it stays by itself. */
export function isAtRest(world: SandboxWorld): boolean {
  const rows = world.rows();
  const isSettled = rows.every(
    ({ phase, desired }) => desired !== 'DELETED' && (phase === 'PAUSED' || phase === 'ERROR' || phase === 'RUNNING'),
  );
  const tasks = [...world.startTasks.rows.values()];
  const running = rows.filter(({ phase }) => phase === 'RUNNING');
  const wanted = running.length;
  if (running.some(({ task_arn: arn }) => !arn || !world.agents.isReady(arn))) return false;
  return isSettled && tasks.every(isOver) && world.ecs.live().length === wanted;
}

/** What must hold when nothing happens any more. */
export async function brokenAtRest(world: SandboxWorld): Promise<string[]> {
  const broken = alwaysBroken(world);
  const known = new Set(world.rows().map(startedBy));
  for (const { startedBy: owner } of world.ecs.live()) {
    if (!known.has(owner)) broken.push(`a task runs for ${owner}, which nobody wants`);
  }
  for (const row of world.rows()) {
    const where = `${row.sandbox_id} ${row.desired}/${row.phase}/${row.generation}`;
    const live = world.ecs.live().filter(({ startedBy: owner }) => parseStartedBy(owner)?.sandboxId === row.sandbox_id);
    const expected =
      row.desired === 'RUNNING' ? row.phase === 'RUNNING' : row.phase === 'PAUSED' || row.phase === 'ERROR';
    if (!expected || row.desired === 'DELETED') broken.push(`${where} is stuck`);
    if (live.length !== (row.phase === 'RUNNING' ? 1 : 0)) broken.push(`${where} has ${live.length} live tasks`);
    if (row.phase === 'ERROR' && !row.status_reason) broken.push(`${where} does not say why`);
    if (row.phase !== 'RUNNING') continue;
    const [task] = live;
    if (task?.task.arn !== row.task_arn) broken.push(`${where} runs another task than it knows`);
    if (!row.exposed_urls?.length) broken.push(`${where} has no URL`);
    if (!world.agents.isReady(row.task_arn ?? '')) broken.push(`${where} has an agent that does not answer`);
    if (world.agents.sessionKeyOf(row.task_arn ?? '') !== (await world.keys.sessionKey(row)))
      broken.push(`the agent of ${where} has not the key of its generation`);
  }
  return [...broken, ...brokenStartTasks(world)];
}

function brokenStartTasks({ startTasks, conversations, agents }: SandboxWorld): string[] {
  return [...startTasks.rows.values()].flatMap((task) => {
    const where = `start task ${task.start_task_id} ${task.status}`;
    if (!isOver(task)) return [`${where} never ended`];
    if (task.status === 'ERROR') return task.detail ? [] : [`${where} does not say why`];
    const conversation = conversations.rows.get(keyOf(task.owner_id, task.conversation_id));
    const created = conversation && agents.workspaces.get(task.sandbox_id)?.get(agentConversationId(conversation));
    return created === 1 ? [] : [`${where} but the agent created its conversation ${created ?? 0} times`];
  });
}

function isPlanted(owner: string): boolean {
  return owner.includes('ffffffffffffff');
}
