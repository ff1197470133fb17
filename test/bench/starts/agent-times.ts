/** What one start cost the agent itself, in milliseconds; no other part can make it faster. */
export interface AgentTimes {
  /** From RUNNING of its task, when its process begins, until it listens. */
  readonly boot: number;
  /** Its own answer to the initialisation. */
  readonly init: number;
  /** Its own answer to the creation of the conversation, with the first message. */
  readonly conversation: number;
}

/** Reads them from the log of the reference agent. @throws with the log when one of them is missing */
export function agentTimes(log: string, startedAt: number): AgentTimes {
  const number = (what: string, pattern: RegExp): number => {
    const [, found] = pattern.exec(log) ?? [];
    if (found === undefined) throw new Error(`the agent's log does not tell of ${what}:\n${log}`);
    return Number(found);
  };
  return {
    boot: Date.parse(listening(log)) - startedAt,
    init: number('its initialisation', /POST \/api\/init 200 (\d+)ms/),
    conversation: number('the conversation', /POST \/api\/conversations 201 (\d+)ms/),
  };
}

function listening(log: string): string {
  const [, at] = /^(\S+) reference agent server listens on /m.exec(log) ?? [];
  if (at === undefined) throw new Error(`the agent's log does not tell when it listened:\n${log}`);
  return at;
}

export function ownTime({ boot, init, conversation }: AgentTimes): number {
  return boot + init + conversation;
}
