import { describe, expect, it } from 'vitest';
import { renderTemplate } from '../../../../../infra/local/gateway/template-language.ts';

const variables = () => ({
  name: 'web',
  context: { requestId: 'r-1' },
  input: { params: () => ({ header: { Origin: 'https://a.example' } }) },
});

describe('renderTemplate', () => {
  it.each([
    ['plain $5 and #1 text', 'plain $5 and #1 text'],
    ['$name and $missing.', 'web and $missing.'],
    ['$context.requestId.', 'r-1.'],
    ['#set($x = "v")$x', 'v'],
    ['#set($x = $name)$x', 'web'],
    ['#set($x="https://a.example/$name/b")$x', 'https://a.example/web/b'],
    ["#set($x='$name \"#if')$x", '$name "#if'],
    ['#if($name == "api")a#else b#end', 'b'],
    ['#if($name == "api" || $name == "web")both#end', 'both'],
    ['#if($missing == "x")yes#end', ''],
    ['$input.params().header.get("Origin")', 'https://a.example'],
    ['[$input.params().header.get("origin")]', '[]'],
    ['#set($context.responseOverride.header.X-Y = $name)$context.responseOverride.header.X-Y', 'web'],
    ['#if($name == "web")\n  #if($name == "web")inner#end\n#end', '  inner'],
  ])('renders %j', (source, expected) => {
    expect(renderTemplate(source, variables()).replace(/\n$/, '')).toBe(expected);
  });

  it.each([
    ['#foreach($a in $b)x#end', /unknown directive at '#foreach/],
    ['#if($name == "a")a#elseif($name == "b")b#end', /unknown directive at '#elseif/],
    ['#if($name == "web")a#{else}b#end', /unknown directive/],
    ['## a comment', /unknown directive at '## a comment/],
    ['#if($name == "web")never ends', /no '#end'/],
    ['#if($name)yes#end', /no '=='/],
    ['#if($name != "a")yes#end', /no '=='/],
    ['#end', /a directive without its #if/],
    ['#set($x = )', /no expression/],
    [
      '#set($context.responseOverride.header.A = "1")#set($context.responseOverride.header.A = "2")',
      /responseOverride\.header\.A is set twice/,
    ],
    ['#set($x = 3)', /no expression at '3/],
    ['$!missing', /unknown form of reference at '\$!missing/],
    ['$' + '{name}', /unknown form of reference/],
    ['$name.startsWith("w")', /no method startsWith\(\)/],
  ])('refuses %j with the name of the unknown part', (source, message) => {
    expect(() => renderTemplate(source, variables())).toThrow(message);
  });
});
