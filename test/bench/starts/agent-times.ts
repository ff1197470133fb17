/** What one start cost the agent itself, in milliseconds; nobody else can make it faster. */
export interface AgentTimes {
  /** From the start of its process until it answers. */
  readonly boot: number;
  /** Its own answer to the initialisation. */
  readonly init: number;
  /** Its own answer to the creation of the conversation, with the first message. */
  readonly conversation: number;
}

/** Reads them from the log of the reference agent. @throws with the log when one of them is missing */
export function agentTimes(log: string): AgentTimes {
  const number = (what: string, pattern: RegExp): number => {
    const [, found] = pattern.exec(log) ?? [];
    if (found === undefined) throw new Error(`the agent's log does not tell of ${what}:\n${log}`);
    return Number(found);
  };
  return {
    boot: number('its start', /listens on .*, after (\d+) ms/),
    init: number('its initialisation', /POST \/api\/init 200 (\d+)ms/),
    conversation: number('the conversation', /POST \/api\/conversations 201 (\d+)ms/),
  };
}

export function ownTime({ boot, init, conversation }: AgentTimes): number {
  return boot + init + conversation;
}
