import { agentTime } from '../contract/shapes/agent-time.ts';
import { agentEventBounds, jsonExcess } from '../contract/shapes/json-bounds.ts';

/**
 * An event in a frame of an agent server, which is code in a sandbox. Undefined for what is no JSON object, and for
 * what is longer or deeper than the events of the history, where it may come shortened.
 */
export function readEventFrame(data: unknown): Readonly<Record<string, unknown>> | undefined {
  const text = String(data);
  if (text.length > agentEventBounds.bytes || jsonExcess(text, agentEventBounds) !== undefined) return undefined;
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === 'object' && event !== null ? { ...event } : undefined;
  } catch {
    return undefined;
  }
}

/** The time of an event in UTC with microseconds, so that times sort as texts do. Undefined for what is no time. */
export function eventTime(value: unknown): string | undefined {
  return typeof value === 'string' ? agentTime(value) : undefined;
}
