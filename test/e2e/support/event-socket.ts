import WebSocket, { type ClientOptions } from 'ws';
import { eventually } from '../../support/service/eventually.ts';

export interface Frame {
  readonly kind: string;
  readonly source?: string;
  readonly key?: string;
  readonly value?: unknown;
  readonly llm_message?: { readonly content: readonly { readonly text?: string }[] };
}

/** The WebSocket URL of a conversation. */
export function socketUrl(conversationUrl: string): string {
  const url = conversationUrl.replace(/^http/, 'ws');
  return url.replace(/\/api\/conversations\/([0-9a-f]{32})$/, '/sockets/events/$1');
}

/** A WebSocket to one conversation that records the received frames. */
export class EventSocket {
  readonly frames: Frame[] = [];
  closeCode: number | undefined;
  private refusal: number | undefined;
  private readonly socket: WebSocket;

  /** @param url the URL of the conversation */
  constructor(url: string, query: Readonly<Record<string, string>>, options: ClientOptions = {}) {
    this.socket = new WebSocket(`${socketUrl(url)}?${new URLSearchParams(query)}`, options);
    this.socket.on('message', (data) => this.frames.push(JSON.parse(data.toString())));
    this.socket.on('close', (code) => {
      this.closeCode = code;
    });
    this.socket.on('unexpected-response', (_, response) => {
      this.refusal = response.statusCode;
      response.destroy();
    });
    // A close follows every error, and the tests check it.
    this.socket.on('error', () => undefined);
  }

  async say(text: string): Promise<void> {
    await eventually('the socket is open', () => this.socket.readyState === WebSocket.OPEN);
    this.socket.send(JSON.stringify({ role: 'user', content: [{ type: 'text', text }] }));
  }

  waitForFrame(what: string, isWanted: (frame: Frame) => boolean): Promise<Frame> {
    return eventually(what, () => this.frames.find(isWanted));
  }

  waitForAnswer(text: string): Promise<Frame> {
    return this.waitForFrame(`the answer to ${text}`, ({ kind, source, llm_message: message }) => {
      const isOfAgent = kind === 'MessageEvent' && source === 'agent';
      return isOfAgent && (message?.content[0]?.text ?? '').startsWith(`You said: ${text}\n`);
    });
  }

  waitForClose(): Promise<number> {
    return eventually('the socket closes', () => this.closeCode);
  }

  waitForRefusal(): Promise<number> {
    return eventually('the socket is refused', () => this.refusal);
  }

  end(): void {
    this.socket.terminate();
  }
}
