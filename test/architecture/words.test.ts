import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { root } from './import-graph.ts';

/** The verbs at the beginning of summaries, as in the references of GitHub, Stripe and AWS. */
const VERBS =
  /^(Accept|Activate|Add|Approve|Check|Choose|Close|Complete|Count|Create|Delete|Download|End|Exchange|Fork|Get|Invite|List|Move|Open|Pause|Queue|Receive|Redeliver|Remove|Rename|Restore|Resume|Revoke|Rotate|Run|Save|Search|Send|Sign|Start|Stop|Switch|Update|Upload) (?:[^.]|\.\d)+$/;

/** Phrases that are hard to understand, each with a replacement. */
const gone: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwhoever\b/i, 'name who it is'],
  [/\b(no|some)body\b/i, 'name who it is'],
  [/\b(is|are|was|were) told\b/i, 'say who tells it: "the client receives"'],
  [/\bwork(s|ed)? no (more|longer than)\b/i, '"is no longer valid", "expires"'],
  [/\bno more from\b/i, '"no longer"'],
  [
    /(?<!\b(all|any|both|each|many|most|much|none|one|part|some|two|which) )of (it|them) (writes|reads|is|has)\b/i,
    'begin with the subject',
  ],
  [/\bwhich (it|they|he) had\b/i, 'begin with the subject'],
  [/\b(twice|asking twice) (is )?as (good as )?once\b/i, '"idempotent", "has no further effect"'],
  [/\bas (many|much) as there (is|are|may)\b/i, '"at most"'],
  [/\bmay (do )?(as much|more)\b/i, '"has the same permissions"'],
  [/\bthere may be\b(?! (a|an|more)\b)/i, '"You can have at most"'],
  [/\bwaits? for what never\b/i, '"never settles"'],
  [/\bothers write the same\b/i, '"Another request is changing this. Try again."'],
  [/\bthis is (no|none)\b(?! (longer|more))/i, '"Must be"'],
  [/['"`]this is not an?\b/i, '"Must be"'],
  [/^\s*\/\*\* (Say|Tell)s? (in which|where|what|which|how|whether|the)\b/i, '"Returns", or the noun itself'],
  [/'(Say|Tell)s? (in which|where|what|which|how|whether|the)\b/, '"Get"'],
  [/\bgoes without saying\b/i, '"is implied"'],
];

/** Files in which a phrase is a defined term. */
const terms = /\bnobody:nogroup\b|user `?nobody`?/;

const sources = globSync('{console,functions,infra,shared}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: ['**/node_modules/**', 'shared/client/api-types.ts'],
});
const pages = globSync(['docs/*.md', '*.md'], { cwd: root, exclude: ['CHANGELOG.md'] });

describe('words', () => {
  it('every endpoint summary begins with an imperative verb and has no full stop', () => {
    const others = (endpoints as readonly Endpoint[]).filter(({ summary }) => !VERBS.test(summary));

    expect(others.map(({ id, summary }) => `${id}: ${summary}`)).toEqual([]);
  });

  it('no text or comment contains a phrase that is hard to understand', () => {
    const found = [...sources, ...pages].flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          gone
            .filter(([phrase]) => phrase.test(line) && !terms.test(line))
            .map(([, instead]) => `${file}:${index + 1}: ${line.trim()} (write ${instead})`),
        ),
    );

    expect(found).toEqual([]);
  });
});
