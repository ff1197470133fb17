import { askEdge, type EdgeAnswer, inWords } from '../../ingress/ask-edge.ts';
import { forged, formOf } from '../agent/agent.ts';
import type { Scene } from '../scene.ts';
import { StepFailed, until } from '../until.ts';

/** The responses for a stopped task: its label has expired, nothing listens there, or its lasting address says so. */
const overStatuses: Readonly<Record<string, readonly number[]>> = {
  sandbox_moved: [410, 502, 504],
  sandbox_paused: [409],
};

/** Checks the agent's URL, and that the edge refuses an unsigned one. */
export async function checkIngress(scene: Scene, signal: AbortSignal): Promise<string> {
  const { url } = scene.agent;
  const form = formOf(url);
  scene.sights.form = form;
  const { protocol, origin } = new URL(url);
  if (form === 'direct') {
    // The local edge has a port for each sandbox, and no label there that could be changed.
    if (!scene.service.isLocal || !(await askEdge(url, signal)).isCloudFront) {
      return `direct: clients reach agents at their own address, ${origin}`;
    }
    scene.sights.form = 'port';
    return `port form at ${origin}`;
  }
  if (protocol !== 'https:' && !scene.service.isLocal) throw new StepFailed(`The agent's URL ${url} has no TLS.`);
  const answer = await askEdge(forged(url), signal);
  scene.sights.isCloudFront = answer.isCloudFront;
  if (answer.status !== 403 || answer.code !== 'sandbox_address_invalid') {
    throw new StepFailed(
      `The edge responded with ${inWords(answer)} to a changed label. It must refuse it with 403 sandbox_address_invalid.`,
    );
  }
  return `${form} form at ${form === 'host' ? origin.replace(/\/\/[^.]+/, '//{label}') : `${origin}/{label}`}; a changed label is refused`;
}

/** Checks that the URL of a paused sandbox leads nowhere, and that a stranger's request does not wake it. */
export async function checkOldAddress({ agent: { url }, sights }: Scene, signal: AbortSignal): Promise<string> {
  if (formOf(url) === 'direct' && sights.form !== 'port') return 'direct: there is no edge';
  const answer = await until(async () => {
    const given = await askEdge(url, signal);
    if (isOver(given)) return given;
    return {
      notYet: `The URL of the paused sandbox returns ${inWords(given)} instead of sandbox_paused or sandbox_moved.`,
    };
  }, signal);
  sights.isLasting = answer.code === 'sandbox_paused';
  return `returns ${inWords(answer)}`;
}

/** Wakes the paused sandbox by a request with its session key, and waits for its agent at the same address. */
export async function wake({ agent: { url, sessionKey }, sights }: Scene, signal: AbortSignal): Promise<string> {
  if (!sights.isLasting) return 'the address does not last, so no request wakes the sandbox';
  const seen: string[] = [];
  const begun = performance.now();
  await until(async () => {
    const answer = await askEdge(url, signal, { 'X-Session-API-Key': sessionKey });
    if (answer.status === 200) return true;
    const words = inWords(answer);
    // The agent's own errors have no code. It can load the conversation after it has begun to respond.
    if (answer.code !== undefined && answer.status < 500)
      throw new StepFailed(`A request with the session key returns ${words} instead of waking the sandbox.`);
    if (seen.at(-1) !== words) seen.push(words);
    return { notYet: `The sandbox's address returns ${words}.` };
  }, signal);
  if (!seen.includes('503 sandbox_starting')) {
    throw new StepFailed('The agent of the paused sandbox responded, although no request woke it.');
  }
  sights.wokenMilliseconds = performance.now() - begun;
  return `${seen.join(' → ')} → the agent responds at the same address`;
}

function isOver({ status, code }: EdgeAnswer): boolean {
  return code !== undefined && overStatuses[code]?.includes(status) === true;
}
