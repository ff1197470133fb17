import { limits } from '../record/limits.ts';

/** The longest call of an agent server, in milliseconds: the edge gives up an agent that is silent for 120 seconds. */
export const LONGEST_CALL_MS = 110_000;

/** How long an agent server may take to answer each call of this service, in milliseconds. */
export const agentTimeouts = {
  /** One limit for everything that a look at its health asks. */
  probe: 2_000,
  init: 20_000,
  prepare: limits.prepare * 1000,
  /** What a client of this service waits for, unless it is one of the next three. */
  question: 10_000,
  /** To pack a workspace. */
  archive: 60_000,
  rename: 2_000,
  /** The agent's model names the subject of a conversation. */
  title: 30_000,
  /** One limit for all agents of a list. */
  liveStatuses: 1_500,
  /** An agent reads each event of a page from its disk. */
  history: 15_000,
  /** One call of the last look at an agent whose task is about to be stopped. */
  lastLook: 3_000,
  /** To take a file, to start a command and to report about one: commands themselves run in the background. */
  workspace: 20_000,
  /** To read some files of a project. */
  readProject: 20_000,
  version: 3_000,
  /** An agent loads tools, and connects to tool servers (MCP). */
  createConversation: LONGEST_CALL_MS,
  readMessages: 10_000,
  /** To answer a message, an agent connects to tool servers first. */
  firstMessage: LONGEST_CALL_MS,
} as const;
