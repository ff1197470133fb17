import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fillIn } from '../../../../infra/ingress/function-code.ts';

const source = readFileSync(new URL('../../../../infra/ingress/viewer-request.js', import.meta.url), 'utf8');

/** A name in braces that no template literal made, but for `{label}`: its messages show people that form. */
const placeholders = /(?<!\$)\{(?!label\})[a-zA-Z]+\}/g;

it('leaves no placeholder', () => {
  expect(source.match(placeholders)).toEqual(['{region}', '{sandboxDomain}']);

  const code = fillIn(source, { region: 'eu-central-1', sandboxDomain: 'sandboxes.example.com' });

  expect(code.match(placeholders)).toBeNull();
  expect(code).toContain('const REGION = "eu-central-1";');
  expect(code).toContain('const SANDBOX_DOMAIN = "sandboxes.example.com";');
});

it('says by an empty text that there is no domain', () => {
  const code = fillIn(source, { region: 'eu-central-1', sandboxDomain: undefined });

  expect(code).toContain('const SANDBOX_DOMAIN = "";');
});

it.each(['$' + '{Token[AWS.Region.4]}', '$&'])(
  'writes %s as it is: a token of the CDK holds what replaceAll may fill in',
  (region) => {
    expect(fillIn(source, { region, sandboxDomain: undefined })).toContain(`const REGION = "${region}";`);
  },
);

it('refuses a source without a place to fill in', () => {
  expect(() => fillIn("const REGION = '{region}';", { region: 'us-east-1', sandboxDomain: undefined })).toThrow(
    'the code of the function at the edge has no place for sandboxDomain',
  );
});

it('ships without comments, and nothing else is left out', () => {
  const code = fillIn(source, { region: 'us-east-1', sandboxDomain: undefined });
  const names = (text: string) => [...text.matchAll(/^(?:async )?function (\w+)/gm)].map(([, name]) => name);

  expect(code).not.toMatch(/^\s*(\/\/|\/\*|\*)/m);
  expect(names(code)).toEqual(names(source));
});
