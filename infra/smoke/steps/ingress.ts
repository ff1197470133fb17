import { askEdge, type EdgeAnswer, inWords } from '../../ingress/ask-edge.ts';
import { forged, formOf } from '../agent/agent.ts';
import type { Scene } from '../scene.ts';
import { StepFailed, until } from '../until.ts';

/** Answers of the edge when a task is gone: its label is over, or nothing listens at its address any more. */
const overStatuses: readonly number[] = [410, 502, 504];

/** Looks at the address by which the API shows the agent, and whether the edge refuses one that was not signed. */
export async function checkIngress(scene: Scene, signal: AbortSignal): Promise<string> {
  const { url } = scene.agent;
  const form = formOf(url);
  scene.sights.form = form;
  if (form === 'direct') return `direct: agents are reached at their own address, ${new URL(url).origin}`;
  const { protocol, origin } = new URL(url);
  if (protocol !== 'https:' && !scene.service.isLocal) throw new StepFailed(`The agent's address ${url} has no TLS.`);
  const answer = await askEdge(forged(url), signal);
  scene.sights.isCloudFront = answer.isCloudFront;
  if (answer.status !== 403 || answer.code !== 'sandbox_address_invalid') {
    throw new StepFailed(
      `An address whose label was changed got ${inWords(answer)}; the edge has to refuse it with 403 sandbox_address_invalid.`,
    );
  }
  return `${form} form at ${form === 'host' ? origin.replace(/\/\/[^.]+/, '//{label}') : `${origin}/{label}`}; a changed label is refused`;
}

/** After a pause the address leads nowhere, and the edge says so. */
export async function checkOldAddress({ agent: { url } }: Scene, signal: AbortSignal): Promise<string> {
  if (formOf(url) === 'direct') return 'direct: there is no edge that could say it';
  const answer = await until(async () => {
    const given = await askEdge(url, signal);
    if (isOver(given)) return given;
    return { notYet: `The address of the paused sandbox answers ${inWords(given)}, and not sandbox_moved.` };
  }, signal);
  return `answers ${inWords(answer)}`;
}

function isOver({ status, code }: EdgeAnswer): boolean {
  return overStatuses.includes(status) && code === 'sandbox_moved';
}
