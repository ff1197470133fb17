export class StubAgent {
  #ready: boolean;

  constructor(ready: boolean) {
    this.#ready = ready;
  }

  answer(method: string, url: URL): { readonly status: number; readonly body: unknown } | undefined {
    switch (`${method} ${url.pathname}`) {
      case 'GET /ready':
        return { status: this.#ready ? 200 : 503, body: {} };
      case 'GET /server_info':
        return { status: 200, body: { idle_time: 0 } };
      case 'POST /api/init':
        this.#ready = true;
        return { status: 200, body: {} };
      case 'GET /api/conversations':
        return { status: 200, body: url.searchParams.getAll('ids').map((id) => ({ id, execution_status: 'idle' })) };
      case 'GET /api/conversations/count':
        return { status: 200, body: 0 };
      case 'POST /api/conversations/prepare-for-sandbox-pause':
        return { status: 200, body: {} };
      case 'POST /api/conversations':
        return { status: 201, body: {} };
      default:
        return undefined;
    }
  }
}
