import { randomUUID } from 'node:crypto';
import { utcMicroseconds } from '../base/timestamps.ts';
import { readBashRequest } from '../bash/bash-request.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ClientChannel } from './client-channel.ts';

const mostSubscribers = 50;

/** One client's view of the sandbox's commands. It may start others. */
export function followCommands(channel: ClientChannel, lifecycle: Lifecycle, query: URLSearchParams): void {
  const bash = lifecycle.bash();
  if (bash.listenerCount >= mostSubscribers) {
    channel.close(1013, 'Too many bash event connections');
    return;
  }
  channel.onDocument(
    (document) => {
      lifecycle.bash().start(readBashRequest(document));
    },
    ({ code, detail }) => {
      const id = randomUUID().replaceAll('-', '');
      channel.send({ id, timestamp: utcMicroseconds(), code, detail, kind: 'BashError' });
    },
  );
  if (query.get('resend_mode') === 'all' || /^(true|1)$/i.test(query.get('resend_all') ?? '')) {
    for (const event of bash.files.all()) channel.send(event);
  }
  channel.onClose(bash.subscribe((event) => channel.push(event)));
}
