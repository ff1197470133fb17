import type { AgentReply, AgentRequest } from '../../http/http-agent.ts';

/** How the agent treats its next message. */
export type Fault = 'none' | 'lost' | 'cut-off' | 'fails' | 'fails-late' | 'freezes' | 'refused-by-edge';

/** The events of an agent server as it behaves: a tool that runs holds each message until its end. */
export class ModelAgent {
  fault: Fault = 'none';
  #events: string[] = [];
  #held: string[] = [];
  #isBusy = false;
  #isFrozen = false;
  #waiting = new AbortController();

  /** The patience of a caller, which ends when the agent is silent: no test depends on the time. */
  readonly patience = (): AbortSignal => {
    this.#waiting = new AbortController();
    return this.#waiting.signal;
  };

  /** The texts of its messages, oldest first. */
  get texts(): readonly string[] {
    return this.#events;
  }

  beginTool(): void {
    this.#isBusy = true;
  }

  endTool(): void {
    this.#isBusy = false;
    if (!this.#isFrozen) this.#take();
  }

  /** A task that ends loses what it held. */
  restart(): void {
    [this.#held, this.#isBusy, this.#isFrozen, this.fault] = [[], false, false, 'none'];
  }

  /** The process does not run, but its connections stay. */
  freeze(): void {
    this.#isFrozen = true;
  }

  thaw(): void {
    this.#isFrozen = false;
    if (!this.#isBusy) this.#take();
  }

  readonly reply = (request: AgentRequest): AgentReply | 'silence' | undefined => {
    const reply = this.#replyTo(request);
    if (reply === 'silence') this.#waiting.abort(new Error('the agent is silent'));
    return reply;
  };

  #replyTo({ method, path, query, body }: AgentRequest): AgentReply | 'silence' | undefined {
    if (this.#isFrozen) return 'silence';
    if (method === 'POST') return path.endsWith('/events') ? this.#post(body.content[0].text) : {};
    if (!path.endsWith('/search')) return { body: { execution_status: this.#isBusy ? 'running' : 'finished' } };
    const index = Number(query.get('page_id') ?? this.#events.length - 1);
    if (index < 0) return { body: { items: [], next_page_id: null } };
    return { body: { items: [this.#eventAt(index)], next_page_id: index > 0 ? String(index - 1) : null } };
  }

  #post(text: string): AgentReply | 'silence' | undefined {
    const { fault } = this;
    this.fault = 'none';
    switch (fault) {
      case 'lost':
        return undefined;
      case 'fails':
        return { status: 500, body: { detail: 'No.' } };
      case 'refused-by-edge':
        return { status: 503, headers: { 'x-sandbox-edge': '1' }, body: {} };
      case 'freezes':
        this.#isFrozen = true;
        this.#held.push(text);
        return 'silence';
      default:
        this.#held.push(text);
        if (this.#isBusy) return fault === 'cut-off' ? undefined : 'silence';
        this.#take();
        if (fault === 'fails-late') return { status: 500, body: { detail: 'Too late.' } };
        return fault === 'cut-off' ? undefined : { body: { success: true } };
    }
  }

  #take(): void {
    this.#events.push(...this.#held.splice(0));
  }

  #eventAt(index: number) {
    const content = [{ type: 'text', text: this.#events[index], cache_prompt: false, extra: null }];
    return { id: `event-${index}`, timestamp: '2026-11-21T12:00:00', llm_message: { role: 'user', content } };
  }
}
