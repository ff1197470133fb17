/** Megabytes of live objects of a process, after a full collection of garbage that its inspector is asked for. */
export async function liveMegabytes(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`no inspector answers at ${inspector}`)));
    });
    await ask(socket, 1, 'HeapProfiler.collectGarbage');
    const { usedSize } = await ask(socket, 2, 'Runtime.getHeapUsage');
    return Number(usedSize) / 1024 ** 2;
  } finally {
    socket.close();
  }
}

interface Reply {
  readonly id: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

function ask(socket: WebSocket, id: number, method: string): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ data }: MessageEvent): void => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id !== id) return;
      socket.removeEventListener('message', onMessage);
      if (reply.result) resolve(reply.result);
      else reject(new Error(`${method}: ${reply.error?.message ?? 'no result'}`));
    };
    socket.addEventListener('message', onMessage);
    socket.send(JSON.stringify({ id, method }));
  });
}
