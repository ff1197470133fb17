import { type AgentReply, type AgentRequest, startHttpAgent } from '../http/http-agent.ts';

export type Answer = AgentReply;

/** How a provider treats a request instead of answering it. `undefined` answers it. */
export type Trouble = (asked: AgentRequest) => Answer | 'silence' | 'hang up' | undefined;

/** A git provider over HTTP on this machine. */
export interface ProviderServer {
  readonly url: string;
  /** The host that owners store with their token. */
  readonly host: string;
  readonly asked: AgentRequest[];
  trouble: Trouble;
  close(): Promise<void>;
}

export async function startProvider(answer: (asked: AgentRequest) => Answer): Promise<ProviderServer> {
  const { url, requests, close } = await startHttpAgent((asked) => {
    const given = provider.trouble(asked) ?? answer(asked);
    return given === 'hang up' ? undefined : given;
  });
  const provider: ProviderServer = { url, host: new URL(url).host, asked: requests, trouble: () => undefined, close };
  return provider;
}
