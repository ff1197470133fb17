import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Secret, tracesOfRun } from '../support/service/secrets-of-run.ts';
import { rowsOf } from './rows.ts';

/** The encodings in which a secret could appear. */
function formsOf({ value }: Secret): readonly string[] {
  const encoded = encodeURIComponent(value);
  return [...new Set([value, encoded, JSON.stringify(value).slice(1, -1), Buffer.from(value).toString('base64')])];
}

/** Any key for the model broker, as text or in Base64. Agents get one for each conversation. */
const MODEL_KEY = /acs-model\.[\w-]{20,2000}\.[\w-]{43}|YWNzLW1vZGVsL[\w+/]{60}/;

/** The names of the secrets in a text, never the secrets themselves. */
function found(where: string, text: string, secrets: readonly Secret[]): readonly string[] {
  const held = secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
  const names = [...held.map(({ what }) => what), ...(MODEL_KEY.test(text) ? ['a model key'] : [])];
  return [...new Set(names.map((what) => `${where} holds ${what}`))];
}

it('no secret of the run is in a log, an error, a row or the list of processes', async ({ skip }) => {
  const traces = await tracesOfRun();
  if (!traces) return skip('the service does not run on this machine');
  const { secrets, texts, stateDirectories } = traces;

  const written = [...texts].flatMap(([name, text]) => found(name, text, secrets));
  const rows = (await Promise.all(stateDirectories.map(rowsOf))).flat();
  const kept = rows.flatMap(({ table, text }) => found(`a row of ${table}`, text, secrets));
  const running = processes(stateDirectories).flatMap(({ name, text }) => found(name, text, secrets));

  // Makes sure that the scan has read something.
  expect(secrets.length).toBeGreaterThan(0);
  expect(rows.length).toBeGreaterThan(0);
  expect([...texts].some(([name, text]) => name.endsWith('.log') && text !== '')).toBe(true);
  expect([...new Set([...written, ...kept, ...running])]).toEqual([]);
});

it('the scan finds a secret in each encoding, and does not print it', () => {
  const secret = { what: 'a key', value: 'pa"ss w/ord' };
  const forms = ['pa"ss w/ord', 'pa%22ss%20w%2Ford', 'pa\\"ss w/ord', 'cGEic3Mgdy9vcmQ='];

  for (const form of forms) expect(found('a log', `before ${form} after`, [secret])).toEqual(['a log holds a key']);
  expect(found('a log', 'nothing', [secret])).toEqual([]);
  const modelKey = `acs-model.${'a'.repeat(100)}.${'b'.repeat(43)}`;
  for (const form of [modelKey, Buffer.from(modelKey).toString('base64')])
    expect(found('a row', `before ${form} after`, [])).toEqual(['a row holds a model key']);
  expect(found('a row', 'acs-model.…', [])).toEqual([]);
});

it('no process had a secret on its command line while the tests ran', async ({ skip }) => {
  const traces = await tracesOfRun();
  if (!traces) return skip('the service does not run on this machine');

  expect(traces.texts.get('processes.txt')).toBe('');
});

/** The processes of the services, with command line and environment. The children of agents have secrets on purpose. */
function processes(stateDirectories: readonly string[]): readonly { name: string; text: string }[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      const [command, environment] = [partOf(pid, 'cmdline'), partOf(pid, 'environ')];
      if (!stateDirectories.some((directory) => `${command}${environment}`.includes(directory))) return [];
      const name = `process ${command.split(' ').slice(0, 2).join(' ')}`;
      return [{ name, text: `${command} ${environment}` }];
    });
}

function partOf(pid: string, part: string): string {
  try {
    return readFileSync(`/proc/${pid}/${part}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // The process has ended or belongs to another user.
    return '';
  }
}
