/** Texts that can contain the name, also with escapes. */
const MAY_CONTAIN = /__proto__|\\u00[57]/i;

/**
 * Parses JSON of an agent without members called `__proto__`, which copies would take for a prototype. An agent can say
 * anything, such as the arguments of a tool: a refusal would block all later events.
 */
export function parseAgentJson(text: string): unknown {
  if (!MAY_CONTAIN.test(text)) return JSON.parse(text);
  return JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value));
}
