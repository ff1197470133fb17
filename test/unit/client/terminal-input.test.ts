import { describe, expect, it } from 'vitest';
import { EscapeKeys } from '../../../console/acs/commands/escape-keys.ts';
import { TerminalInput } from '../../../shared/client/terminal-input.ts';
import { withoutQueries } from '../../../shared/client/terminals.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A terminal that takes each position once, and whose responses can be lost. */
function aTerminal({ lost = 0 } = {}) {
  const requests: (readonly [text: string, offset: number | undefined])[] = [];
  const pauses: number[] = [];
  let [text, left, now] = ['', lost, 0];
  const input = new TerminalInput({
    now: () => now,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
    send: async (sent, offset) => {
      const part = new TextDecoder().decode(sent);
      requests.push([part, offset]);
      if (offset === text.length) text += part;
      left -= 1;
      if (left >= 0) throw new TypeError('fetch failed');
      return text.length;
    },
  });
  return { input, requests, pauses, text: () => text };
}

describe('typing into a terminal', () => {
  it('sends what is typed meanwhile in one request, in order', async () => {
    const { input, requests, text } = aTerminal();
    await Promise.all(['a', 'b', 'c'].map((key) => input.write(bytes(key))));
    await input.write(bytes('d'));

    expect(text()).toBe('abcd');
    expect(requests).toEqual([
      ['', undefined],
      ['abc', 0],
      ['d', 3],
    ]);
  });

  it('repeats a request whose response is lost, which types nothing twice', async () => {
    const { input, requests, text } = aTerminal({ lost: 3 });
    await input.write(bytes('ls'));
    await input.write(bytes('!'));

    expect(text()).toBe('ls!');
    expect(requests.length).toBe(6);
  });

  it('sends at most five requests a second for long, so that the limit of a key leaves room', async () => {
    const { input, pauses, requests } = aTerminal();
    for (let key = 0; key < 200; key += 1) await input.write(bytes('x'));

    expect(requests.length).toBe(201);
    expect(pauses.slice(-100)).toEqual(Array.from({ length: 100 }, () => 200));
  });

  it('ends with the reason when the terminal has ended, and drops the rest', async () => {
    let sent = 0;
    const input = new TerminalInput({
      now: () => 0,
      pause: async () => undefined,
      send: async () => {
        sent += 1;
        throw new Error('ended');
      },
    });
    await expect(input.write(bytes('a'))).rejects.toThrow('ended');
    await input.write(bytes('b'));

    expect(sent).toBe(1);
  });
});

describe('the keys that leave a terminal', () => {
  const read = (...parts: readonly string[]) => {
    const keys = new EscapeKeys();
    const all = parts.map((part) => keys.read(bytes(part)));
    const text = all.map((one) => new TextDecoder().decode(one.bytes)).join('');
    return [text, all.some(({ isLeft }) => isLeft)];
  };

  it.each([
    [['~.'], '', true],
    [['ls\r~', '.x'], 'ls\r', true],
    [['ls ~.\r'], 'ls ~.\r', false],
    [['~~.\r'], '~.\r', false],
    [['~/bin\r'], '~/bin\r', false],
  ])('%j', (parts, text, isLeft) => {
    expect(read(...parts)).toEqual([text, isLeft]);
  });
});

describe('earlier output', () => {
  it('asks the terminal nothing again', () => {
    const shown = 'a\u001b[31mb\u001b[6n\u001b[c\u001b[>0c\u001b]11;?\u0007\u001b]10;?\u001b\\c';

    expect(withoutQueries(shown)).toBe('a\u001b[31mbc');
  });
});
