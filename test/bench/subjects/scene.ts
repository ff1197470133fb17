import type { Conversation } from '../../../shared/conversations/conversation.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import type { StartTask } from '../../../shared/start-tasks/start-task.ts';
import type { World } from '../stub/world.ts';

/** What all first calls are about: one owner with a conversation in a sandbox that runs, and others in other phases. */
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
  /** A sandbox that runs, one that is paused, the conversation and the key. */
  readonly settled: World;
  /** A sandbox that was asked for a moment ago. */
  readonly asked: World;
  /** A sandbox whose task runs and whose agent waits for its keys. */
  readonly booted: World;
  /** A sandbox that was paused a moment ago, and whose task still runs. */
  readonly ending: World;
}
