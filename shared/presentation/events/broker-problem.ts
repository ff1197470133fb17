/** A refusal of the service's model broker. */
export interface BrokerProblem {
  readonly code: string;
  /** What to do, for people. */
  readonly detail: string;
}

/** The fields of a problem detail, which are next to each other. */
const PROBLEM = /"title":"[^"]*","detail":("(?:[^"\\]|\\.)*"),"code":"([a-z_]{1,50})"/;

/**
 * The refusal of the model broker in the text of an agent's error: agents show responses of model providers as JSON in
 * the words of their libraries, and cannot tell those of the broker apart.
 */
export function brokerProblemIn(text: string): BrokerProblem | undefined {
  const [, detail, code] = PROBLEM.exec(text) ?? [];
  if (detail === undefined || code === undefined) return undefined;
  try {
    return { code, detail: JSON.parse(detail) };
  } catch {
    // Escaped twice, as in the text of bytes of Python.
    return undefined;
  }
}
