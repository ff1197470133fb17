import type { Service } from './service.ts';
import type { Sights } from './sights.ts';

/** What no documentation promises, and only a run against a deployed service finds out. */
export interface Verdict {
  readonly question: string;
  readonly answer: 'yes' | 'no' | 'not asked';
  /** How it was seen, or what to do. */
  readonly detail: string;
}

const question = 'WebSockets pass through a distribution whose function chose the origin';

export function verdictOf(sights: Sights, { isLocal }: Pick<Service, 'isLocal'>): Verdict {
  const { form, isCloudFront, socketUrl, socketSeconds = 0, hasSocketFailed = false } = sights;
  const notAsked = (detail: string): Verdict => ({ question, answer: 'not asked', detail });
  if (isLocal) return notAsked('a local service has no distribution');
  if (form === 'direct') return notAsked('agents are reached at their own address');
  if (form !== undefined && !isCloudFront) return notAsked('no distribution stands before the agent');
  if (socketUrl !== undefined) return { question, answer: 'yes', detail: `open for ${socketSeconds.toFixed(1)} s` };
  if (!hasSocketFailed) return notAsked('the run did not come that far');
  return { question, answer: 'no', detail: 'set `ingress` to router, see docs/ingress.md' };
}
