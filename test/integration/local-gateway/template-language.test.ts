import { describe, expect, it } from 'vitest';
import { renderTemplate } from '../../../infra/local/gateway/template-language.ts';

const variables = () => ({
  name: 'web',
  origin: 'https://a.example',
  context: { requestId: 'r-1' },
  input: { params: () => ({ header: { Origin: 'https://a.example', 'X-Odd-Name': 'odd' } }) },
});

describe('a mapping template', () => {
  it.each([
    ['plain $5 and #1 text', 'plain $5 and #1 text'],
    [`$name, $${'{name}'}s, $!missing, $missing.`, 'web, webs, , $missing.'],
    ['$context.requestId.', 'r-1.'],
    ['## a comment\nrest', 'rest'],
    ['#set($x = "v-$name")$x', 'v-web'],
    ["#set($x = 'v-$name')$x", 'v-$name'],
    ['#set($x = 3)#if($x == 3)three#end', 'three'],
    ['#if($missing)yes#else no#end', 'no'],
    ['#if($name == "api")a#elseif($name == "web")b#else c#end', 'b'],
    ['#if($name == "web" && !($name == "api" || $missing))both#end', 'both'],
    ['$input.params().header.get("Origin")', 'https://a.example'],
    ['[$input.params().header.get("origin")]', '[]'],
    ['$input.params().header.X-Odd-Name', 'odd'],
    ['#if($origin.matches("https://.\\.example"))yes#end', 'yes'],
    ['#if($origin.matches("a"))yes#else no#end', 'no'],
    ['#if($name.startsWith("w") && $name.contains("e") && !$name.isEmpty())ok#end', 'ok'],
    ['#set($context.responseOverride.header.X-Y = $name)$context.responseOverride.header.X-Y', 'web'],
    ['#if($name == "web")\n  #if(true)inner#end\n#end', '  inner'],
  ])('%j', (source, expected) => {
    expect(renderTemplate(source, variables()).trimEnd()).toBe(expected);
  });

  it.each([
    ['#foreach($a in $b)x#end', /unknown directive at '#foreach/],
    ['#if($name == "web")never ends', /no '#end'/],
    ['#if($name == "web")a#{else}b#end', /unknown directive/],
    ['#end', /a directive without its #if/],
    ['#set($x = )', /no expression/],
    ['$name.reverse()', /no method reverse\(\)/],
  ])('that is not understood is an error: %j', (source, message) => {
    expect(() => renderTemplate(source, variables())).toThrow(message);
  });
});
