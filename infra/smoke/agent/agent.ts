import * as z from 'zod';
import { SIGNED_TEXT_LENGTH } from '../../../shared/domain/sandboxes/ingress/signed-text.ts';
import { StepFailed } from '../until.ts';

/** The agent of a conversation. */
export interface Agent {
  /** The URL of the conversation, `…/api/conversations/ID`. */
  readonly url: string;
  readonly sessionKey: string;
}

const Info = z.object({ workspace: z.object({ working_dir: z.string().min(1) }) });

/** The directory in which the agent works. @throws StepFailed */
export async function workingDirectory(agent: Agent, signal: AbortSignal): Promise<string> {
  const response = await ask(agent, agent.url, { signal });
  const info = Info.safeParse(await response.json());
  if (!info.success) throw new StepFailed("The agent's response has no working directory.");
  return info.data.workspace.working_dir;
}

/** Writes a file of the sandbox. @throws StepFailed */
export async function upload(agent: Agent, path: string, content: string, signal: AbortSignal): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([content]), 'file');
  await ask(agent, `${rootOf(agent)}/api/file/upload?${new URLSearchParams({ path })}`, {
    method: 'POST',
    body,
    signal,
  });
}

/** Reads a file of the sandbox. @throws StepFailed */
export async function download(agent: Agent, path: string, signal: AbortSignal): Promise<string> {
  const url = `${rootOf(agent)}/api/file/download?${new URLSearchParams({ path })}`;
  return (await ask(agent, url, { signal })).text();
}

/** The URL of the conversation's WebSocket. */
export function socketUrl({ url }: Agent): string {
  return url.replace(/^http/, 'ws').replace(/\/api\/conversations\/([^/]+)$/, '/sockets/events/$1');
}

/** The base URL of the agent server, which has a path with some ingresses. */
function rootOf({ url }: Agent): string {
  return url.replace(/\/api\/conversations\/[^/]+$/, '');
}

const LONGEST_BODY = 300;

async function ask({ sessionKey }: Agent, url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, headers: { 'X-Session-API-Key': sessionKey } });
  if (response.ok) return response;
  const body = (await response.text()).slice(0, LONGEST_BODY);
  throw new StepFailed(
    `The agent responded with ${response.status} to ${init.method ?? 'GET'} ${new URL(url).pathname}: ${body}`,
  );
}

/** The form of an agent's URL: a label in the host or in the path, a port of the edge, or the task's own address. */
export type AddressForm = 'host' | 'path' | 'port' | 'direct';

const LABEL = new RegExp(
  `^(https?://)([a-z2-7]{${SIGNED_TEXT_LENGTH}}(?=\\.)|[^/]+/[a-z2-7]{${SIGNED_TEXT_LENGTH}}(?=/|$))`,
);

/** @returns direct for a URL without a label */
export function formOf(url: string): Exclude<AddressForm, 'port'> {
  const place = LABEL.exec(url)?.[2];
  if (place === undefined) return 'direct';
  return place.includes('/') ? 'path' : 'host';
}

/** The URL with another last character in its label, which this deployment never signed. */
export function forged(url: string): string {
  return url.replace(LABEL, (signed) => signed.slice(0, -1) + (signed.endsWith('a') ? 'b' : 'a'));
}
