import type { Conversation } from '../../../shared/domain/conversations/conversation.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { StartTask } from '../../../shared/domain/start-tasks/task/start-task.ts';
import type { World } from '../stub/world.ts';

export interface Scene {
  readonly ownerId: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly specId: string;
  readonly running: Sandbox;
  readonly paused: Sandbox;
  readonly pending: Sandbox;
  readonly booting: Sandbox;
  readonly stopping: Sandbox;
  readonly conversation: Conversation;
  readonly startTask: StartTask;
  readonly settled: World;
  readonly asked: World;
  readonly booted: World;
  readonly ending: World;
}
