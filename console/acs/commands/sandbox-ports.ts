import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { untilDeadline } from '../../../shared/presentation/time.ts';
import { portAccesses, wakePolicies } from '../arguments/choices.ts';
import { durationOf, sandboxId } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { browserOption, openInBrowser } from '../session/browser.ts';

type Port = components['schemas']['SandboxPort'];

const PORTS = '/api/v1/sandboxes/{sandbox_id}/ports';

const portArgument = {
  port: { type: 'string', demandOption: true, describe: 'Port, or the ID of an opened port' },
} as const;

const list = verb({
  command: 'ports <id>',
  describe: 'List the opened ports of a sandbox',
  positionals: sandboxId,
  examples: [['sandboxes ports 0193c0ffee', 'With their URLs']],
  run: async ({ id }, { out, client }) => {
    const found = await portsOf(await client(), id);
    out.list(found, `No ports are open. Open one: acs sandboxes open-port ${id} PORT`, () =>
      out.table(found, [
        { title: 'ID', of: (row) => row.id },
        { title: 'port', of: ({ port }) => String(port) },
        { title: 'name', of: ({ name }) => name, shrinks: true },
        { title: 'access', of: ({ access }) => access },
        { title: 'wake', of: ({ wake }) => wake, isSpare: true },
        { title: 'closes', of: (row) => out.time(row.expires_at, untilDeadline), isSpare: true },
        { title: 'URL', of: ({ url }) => url, keepsEnd: true },
      ]),
    );
  },
});

const open = verb({
  command: 'open-port <id> <port>',
  describe: 'Give a port of a sandbox a URL',
  positionals: { ...sandboxId, port: { ...portArgument.port, describe: 'Port from 1024 to 65535' } },
  options: {
    name: { type: 'string', requiresArg: true, describe: 'Name to show to people' },
    access: { choices: portAccesses, requiresArg: true, describe: 'Who can use it (default: key)' },
    wake: { choices: wakePolicies, requiresArg: true, describe: 'Which requests resume the sandbox (default: never)' },
    'expires-in': { type: 'string', requiresArg: true, describe: 'Close it after: 1h, 7d' },
  },
  examples: [
    ['sandboxes open-port 0193c0ffee 3000', 'For requests with the session key, and for `sandboxes open`'],
    ['sandboxes open-port 0193c0ffee 3000 --access link --expires-in 1h', 'For anyone who has the URL, for an hour'],
  ],
  run: async ({ id, port, name, access, wake, 'expires-in': expiresIn }, { out, client }) => {
    const body = {
      port: numberOf(port),
      ...(name === undefined ? {} : { name }),
      ...(access === undefined ? {} : { access }),
      ...(wake === undefined ? {} : { wake }),
      ...(expiresIn === undefined ? {} : { expires_in: durationOf('expires-in', expiresIn) }),
    };
    const { api } = await client();
    const opened = await answerOf(api.POST(PORTS, { params: { path: { sandbox_id: id } }, body }));
    if (opened.warning !== null) out.say(oneLine(opened.warning));
    out.show(opened, () => opened.url ?? `Port ${port} is open.`);
  },
});

const change = verb({
  command: 'change-port <id> <port>',
  describe: 'Change an opened port; its URL stays the same',
  positionals: { ...sandboxId, ...portArgument },
  options: {
    name: { type: 'string', requiresArg: true, describe: "Name to show to people; '' removes it" },
    access: { choices: portAccesses, requiresArg: true, describe: 'Who can use it' },
    wake: { choices: wakePolicies, requiresArg: true, describe: 'Which requests resume the sandbox' },
    'expires-in': { type: 'string', requiresArg: true, describe: 'Close it after: 1h, 7d; or never' },
  },
  examples: [
    ['sandboxes change-port 0193c0ffee 3000 --access key', 'Require the session key from now on'],
    [
      'sandboxes change-port 0193c0ffee 3000 --wake key --expires-in never',
      'Keep it open, and let requests with a key wake the sandbox',
    ],
  ],
  run: async ({ id, port, name, access, wake, 'expires-in': expiresIn }, { out, client: begin }) => {
    const body = {
      ...(name === undefined ? {} : { name: name === '' ? null : name }),
      ...(access === undefined ? {} : { access }),
      ...(wake === undefined ? {} : { wake }),
      ...(expiresIn === undefined
        ? {}
        : { expires_in: expiresIn === 'never' ? null : durationOf('expires-in', expiresIn) }),
    };
    if (Object.keys(body).length === 0) throw wrongUsage('Nothing to change.', 'See: acs sandboxes change-port --help');
    const client = await begin();
    const path = { sandbox_id: id, port_id: (await portOf(client, id, port)).id };
    const changed = await answerOf(client.api.PATCH(`${PORTS}/{port_id}`, { params: { path }, body }));
    if (changed.warning !== null) out.say(oneLine(changed.warning));
    out.show(changed, () => changed.url ?? `Changed port ${changed.port}.`);
  },
});

const close = verb({
  command: 'close-port <id> <port>',
  describe: 'Close an opened port; its URL is never used again',
  positionals: { ...sandboxId, ...portArgument },
  examples: [['sandboxes close-port 0193c0ffee 3000', 'Its URL stops working within seconds']],
  run: async ({ id, port }, { out, client: begin }) => {
    const client = await begin();
    const found = await portOf(client, id, port);
    const path = { sandbox_id: id, port_id: found.id };
    await answerOf(client.api.DELETE(`${PORTS}/{port_id}`, { params: { path } }));
    out.show({ ...path, closed: true }, () => `Closed port ${found.port}.`);
  },
});

const openPage = verb({
  command: 'open <id> <port>',
  describe: 'Create a link that opens a port in a browser; it works for a minute',
  positionals: { ...sandboxId, ...portArgument },
  options: {
    path: { type: 'string', requiresArg: true, describe: 'Page of the app (default: /)' },
    ...browserOption,
  },
  examples: [['sandboxes open 0193c0ffee 3000 --browser', 'Open it right away']],
  run: async ({ id, port, path: page = '/', browser }, { out, client: begin }) => {
    const client = await begin();
    const path = { sandbox_id: id, port_id: (await portOf(client, id, port)).id };
    const link = await answerOf(
      client.api.POST(`${PORTS}/{port_id}/open-in-browser`, { params: { path }, body: { path: page } }),
    );
    const url = oneLine(link.url);
    out.show(link, () => url);
    if (browser) await openInBrowser(url);
  },
});

async function portsOf({ api }: ServiceClient, id: string): Promise<readonly Port[]> {
  return (await answerOf(api.GET(PORTS, { params: { path: { sandbox_id: id } } }))).items;
}

/** The newest, if a port is open more than once. IDs are below the ports that can be opened. @throws Failure */
async function portOf(client: ServiceClient, id: string, text: string): Promise<Port> {
  const wanted = String(numberOf(text));
  const found = (await portsOf(client, id)).findLast((one) => one.id === wanted || String(one.port) === wanted);
  if (found) return found;
  throw new Failure(`Sandbox ${id} has no opened port ${wanted}.`, `See: acs sandboxes ports ${id}`);
}

/** @throws Failure (usage) */
function numberOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw wrongUsage(`Invalid port: ${text}`, 'Enter a number, such as 3000.');
  return Number(text);
}

export const portCommands = [list, open, change, close, openPage];
