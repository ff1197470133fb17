import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyScript, leasesScript } from '../../../../../shared/domain/conversations/start/saga/fork-history.ts';

const [SOURCE, FORK] = ['a'.repeat(32), 'f'.repeat(32)];
const names = ['one', 'two', 'three', 'four'].map(
  (id, index) => `event-${String(index + 8).padStart(5, '0')}-${id}.json`,
);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "disk of 'one' "));
  write(`${SOURCE}/meta.json`);
  for (const name of [...names, '.eventlog.lock', 'event-00099-late.json.tmp', 'notes'])
    write(`${SOURCE}/events/${name}`);
  return () => rmSync(root, { recursive: true, force: true });
});

const at = (path: string) => join(root, 'conversations', path);
function write(path: string): void {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), path);
}
const inFork = () => readdirSync(at(`${FORK}/events`)).sort();

async function run(script: string): Promise<number | null> {
  const child = spawn('/bin/sh', ['-c', script], { cwd: root, env: { PATH: process.env.PATH ?? '' }, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}
const copy = (event_id: string | null = null, source = SOURCE) =>
  run(copyScript(FORK, { conversation_id: source, agent_conversation_id: source, event_id, sandbox_id: FORK }));

describe('the copy of a history', () => {
  it('has all events and nothing else', async () => {
    expect(await copy()).toBe(0);

    expect(inFork()).toEqual(names);
    expect(readFileSync(at(`${FORK}/events/${names[0]}`), 'utf8')).toBe(`${SOURCE}/events/${names[0]}`);
    expect(existsSync(at(`${FORK}/meta.json`))).toBe(false);
  });

  it('ends with the event that the fork begins at, also when the numbers have another length', async () => {
    write(`${SOURCE}/events/event-100000-five.json`);

    expect(await copy('two')).toBe(0);
    expect(inFork()).toEqual(names.slice(0, 2));
    expect(await copy('five')).toBe(0);
    expect(inFork()).toEqual([...names, 'event-100000-five.json'].sort());
  });

  it('replaces what an interrupted copy has left, and leaves a conversation that the agent has', async () => {
    write(`${FORK}/events.new/event-00001-other.json`);
    write(`${FORK}/events/event-00001-other.json`);
    expect(await copy()).toBe(0);
    expect(inFork()).toEqual(names);

    write(`${FORK}/meta.json`);
    write(`${FORK}/events/event-00012-own.json`);
    expect(await copy('one')).toBe(0);
    expect(inFork()).toEqual([...names, 'event-00012-own.json'].sort());
  });

  it('fails for an unknown conversation or event, which can have any name', async () => {
    expect(await copy(null, 'b'.repeat(32))).toBe(40);
    for (const name of ['five', '*', '$(touch x)', '../one', "'"]) expect(await copy(name)).toBe(41);
    expect(existsSync(at(FORK))).toBe(false);
  });
});

it('leases of copied conversations end, and others stay', async () => {
  for (const id of [SOURCE, FORK, 'b'.repeat(32)]) write(`${id}/owner_lease.json`);

  expect(await run(leasesScript([SOURCE, 'c'.repeat(32)]))).toBe(0);

  const left = [SOURCE, FORK, 'b'.repeat(32)].filter((id) => existsSync(at(`${id}/owner_lease.json`)));
  expect(left).toEqual([FORK, 'b'.repeat(32)]);
});
