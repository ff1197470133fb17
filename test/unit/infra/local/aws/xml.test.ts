import { describe, expect, it } from 'vitest';
import { element } from '../../../../../infra/local/aws/xml.ts';

describe('XML element', () => {
  it('contains parts, lists, dates and plain values, and omits undefined ones', () => {
    const content = {
      id: 'vol-1',
      size: 20,
      encrypted: true,
      at: new Date(0),
      none: undefined,
      empty: [],
      tagSet: [{ key: 'a', value: '' }],
      ids: ['x', 'y'],
    };

    expect(element('volume', content, ' xmlns="urn:x"')).toBe(
      '<volume xmlns="urn:x"><id>vol-1</id><size>20</size><encrypted>true</encrypted>' +
        '<at>1970-01-01T00:00:00.000Z</at><empty></empty>' +
        '<tagSet><item><key>a</key><value></value></item></tagSet><ids><item>x</item><item>y</item></ids></volume>',
    );
  });

  it('escapes every text', () => {
    expect(element('v', '<a href="x">&amp;</a>\u0000\u001F\r\n\t\u00e9\u{1F600}')).toBe(
      '<v>&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;&#xD;\n\t\u00e9\u{1F600}</v>',
    );
  });
});
