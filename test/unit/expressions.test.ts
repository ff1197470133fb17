import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { AgentEventBody } from '../../shared/contract/agents/webhooks.ts';
import { searchEvents } from '../../shared/contract/conversations/events.ts';
import { DateTime } from '../../shared/contract/shapes/fields.ts';

const root = join(import.meta.dirname, '../..');

/** Code that reads texts of callers, agents, git hosts, receivers or services. */
const FILES = '{shared,functions,console/src,console/acs}/**/*.{ts,tsx}';

const failureRules = [
  /Pull\w*:.*(toomanyrequests|pull rate limit)/i,
  /Pull\w*:.*(AccessDenied|not authorized|403 Forbidden|no basic auth)/i,
  /Pull\w*:.*(no space left|matching platform|not supported)/i,
  /Pull\w*:.*(not found|manifest unknown|does not exist|pull access denied|invalid reference)/i,
  /log group does not exist|(secret|parameter).*(not found|invalid)|ResourceNotFoundException/i,
  /CannotStartContainer.*(executable file not found|no such file|exec format|permission denied)/i,
];

/** Expressions that take quadratic time for long texts, and the bound of the texts that reach them. */
const bounded: ReadonlyMap<string, string> = new Map(
  [
    [/(T.*) (\d\d:?\d\d)$/, 'DateTime takes 64 characters'],
    [/(T.*[+-]\d\d)(\d\d)$/, 'DateTime takes 64 characters'],
    [/T.*(Z|[+-]\d\d:\d\d)$/, 'DateTime takes 64 characters'],
    [/\/+$/, 'a host is checked before, and can only end in slashes'],
    [/[\s.]+$/, 'a quote of AWS is cut before'],
    [/\/*$/, 'the path of an address that the operator or the owner has set'],
    ...failureRules.map((rule) => [rule, 'a message of AWS is cut to 2,000 characters'] as const),
  ].map(([expression, bound]) => [String(expression), String(bound)]),
);

interface Found {
  readonly place: string;
  readonly expression: RegExp;
}

/** Every regular expression in the sources. */
function expressionsIn(file: string): readonly Found[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const flags = node.text.slice(end + 1).replace(/[gy]/g, '');
      found.push({ place: `${file}: ${node.text}`, expression: new RegExp(node.text.slice(1, end), flags) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Characters of the classes that expressions name, besides those that they contain. */
const CLASSES = ['a', 'Z', '0', ' ', '\n', '\t', '_', '-', '.', ':', '/', '"', '\u00e9'];

/** Texts that repeat what the expression can match, after each of its own beginnings, and do not match in the end. */
function* worstTexts({ source }: RegExp, length: number): Generator<string> {
  const plain = source.replace(/\\[dDwWsSbB]|\(\?[:=!<]+|[\\^$()[\]{}?*+|]/g, ' ');
  const own = [...new Set(plain)].filter((character) => character !== ' ').slice(0, 24);
  const words = plain
    .split(' ')
    .filter((word) => word.length > 1)
    .slice(0, 8);
  const units = [...new Set([...own, ...CLASSES])];
  const pairs = own.map((one) => `${one}a`);
  for (const unit of [...units, ...words, ...pairs, 'a0', 'a ', '0 '])
    for (const start of ['', ...words.slice(0, 2), ...own.slice(0, 2)]) {
      const pumped = unit.repeat(Math.ceil(length / unit.length));
      yield `${start}${pumped}\u0000`;
    }
}

/** The least of several measurements, as others can use the processor meanwhile. In milliseconds. */
function timeOf(expression: RegExp, text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least > enough; tries += 1) {
    const { user, system } = process.cpuUsage();
    expression.test(text);
    const { user: after, system: later } = process.cpuUsage();
    least = Math.min(least, (after + later - user - system) / 1000);
  }
  return least;
}

const LENGTH = 12_000;

/** A linear expression takes far less for texts of this length, on any machine. In milliseconds. */
const SUSPICIOUS = 6;

/**
 * Whether four times the length takes much more than four times the time: quadratic expressions take sixteen times as
 * much, and the limit leaves as much room for noise above it as below.
 */
function isSlow(expression: RegExp): boolean {
  for (const text of worstTexts(expression, LENGTH)) {
    const quarter = `${text.slice(0, text.length / 4)}\u0000`;
    const whole = timeOf(expression, text, SUSPICIOUS);
    if (whole > SUSPICIOUS && whole > 8 * timeOf(expression, quarter, 0)) return true;
  }
  return false;
}

describe('regular expressions', () => {
  const all = globSync(FILES, { cwd: root }).flatMap(expressionsIn);
  const unique = [...new Map(all.map((found) => [String(found.expression), found])).values()];

  it('take linear time for their worst texts, or read bounded ones', () => {
    const unbounded = unique.filter(({ expression }) => !bounded.has(String(expression)));

    // What else the processor does can make one look slow once.
    const slow = unbounded.filter(({ expression }) => [1, 2, 3].every(() => isSlow(expression)));
    expect(slow.map(({ place }) => place)).toEqual([]);
  });

  it('take no time for a text of the size of a body, where only a time is expected', () => {
    const started = process.cpuUsage();
    for (const field of [DateTime, AgentEventBody.shape.timestamp, searchEvents.query.shape.timestamp__gte])
      for (const text of ['T', ' ', '0', '2026-01-01T00:00 ', 'T00:00+'])
        expect(field.safeParse(text.repeat((256 * 1024) / text.length)).success).toBe(false);
    const { user, system } = process.cpuUsage(started);

    // Quadratic time would be minutes.
    expect((user + system) / 1000).toBeLessThan(2_000);
  });

  it('are found, and the slow ones recognized', () => {
    expect(unique.length).toBeGreaterThan(100);
    // What else the processor does can hide the difference once.
    for (const slow of [
      ...failureRules.slice(0, 3),
      /(T.*) (\d\d:?\d\d)$/,
      /^[\s"'*#]+|[\s"'*.]+$/,
      /T.*(Z|[+-]\d\d:\d\d)$/,
    ])
      expect(
        [1, 2, 3].some(() => isSlow(slow)),
        String(slow),
      ).toBe(true);
  });
});
