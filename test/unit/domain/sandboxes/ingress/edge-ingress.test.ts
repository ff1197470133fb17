import { describe, expect, it } from 'vitest';
import { EdgeIngress } from '../../../../../shared/domain/sandboxes/ingress/edge-ingress.ts';
import type { IngressKey } from '../../../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { readLabel } from '../../../../../shared/domain/sandboxes/ingress/label.ts';
import { aRunningSandbox, aTask } from '../../../../support/sandboxes/sandbox-data.ts';

const sandbox = aRunningSandbox({ generation: 3 });
const inPath = 'https://d1.cloudfront.net/{label}';
const asHost = 'https://{label}.sandboxes.example.com';

function anIngress(addressTemplate = inPath) {
  const scene = { key: { number: 1, key: 'one' } as IngressKey, reads: 0, address: '3.208.0.9' as string | undefined };
  const keys = {
    current: async () => {
      scene.reads += 1;
      return scene.key;
    },
  };
  const ingress = new EdgeIngress({ addresses: { of: async () => scene.address }, keys, addressTemplate });
  return { scene, ingress };
}

async function urlsOf(ingress: EdgeIngress) {
  const urls = await ingress.exposedUrls(sandbox, aTask());
  if (!urls) throw new Error('the task has no address');
  return urls;
}

const labelIn = (url: string) => readLabel(/[a-z2-7]{48}/.exec(url)?.[0] ?? '');

describe('URLs at the edge', () => {
  it.each([
    [inPath, /^https:\/\/d1\.cloudfront\.net\/[a-z2-7]{48}$/],
    [asHost, /^https:\/\/[a-z2-7]{48}\.sandboxes\.example\.com$/],
  ])('have the form %s, with a label of address, port, generation and end', async (template, form) => {
    const [agent, vscode] = await urlsOf(anIngress(template).ingress);

    expect(agent).toMatchObject({ name: 'AGENT_SERVER', port: 8000, url: expect.stringMatching(form) });
    expect(vscode?.url).toMatch(/\/\?folder=%2Fworkspace%2Fproject$/);
    expect(labelIn(agent?.url ?? '')).toEqual({
      keyNumber: 1,
      name: 'AGENT_SERVER',
      address: '3.208.0.9',
      port: 8000,
      generation: 3,
      endsAt: Date.parse(sandbox.deadline_at) / 1000 + 900,
    });
  });

  it('are unknown while the task has no address', async () => {
    const { scene, ingress } = anIngress();
    scene.address = undefined;

    expect(await ingress.exposedUrls(sandbox, aTask())).toBeUndefined();
  });
});

describe('renewal of URLs at the edge', () => {
  it.each([inPath, asHost])('changes none while key and domain are the same (%s)', async (template) => {
    const { ingress } = anIngress(template);
    const urls = [...(await urlsOf(ingress))];

    expect((await ingress.renewal())({ ...sandbox, exposed_urls: urls })).toEqual(urls);
  });

  it('signs by the new key after a rotation, for the same places, and reads the key once', async () => {
    const { scene, ingress } = anIngress();
    const urls = [...(await urlsOf(ingress))];
    scene.key = { number: 2, key: 'two' };
    scene.reads = 0;

    const renewed = await ingress.renewal();
    const all = [1, 2, 3].map(() => renewed({ ...sandbox, exposed_urls: urls }));

    expect(scene.reads).toBe(1);
    for (const again of all) {
      expect(again.map(({ url }) => labelIn(url))).toEqual(urls.map(({ url }) => ({ ...labelIn(url), keyNumber: 2 })));
    }
  });

  it('moves URLs to a new domain, and direct ones behind the edge', async () => {
    const moved = await anIngress(asHost).ingress.renewal();
    const urls = [...(await urlsOf(anIngress().ingress))];
    const direct = urls.map((url) => ({ ...url, url: `http://3.208.0.9:${url.port}` }));
    const wanted = await urlsOf(anIngress(asHost).ingress);

    expect(moved({ ...sandbox, exposed_urls: urls })).toEqual(wanted);
    expect(moved({ ...sandbox, exposed_urls: direct })).toEqual(wanted);
  });

  it('leaves what names no place, and has none for a sandbox without URLs', async () => {
    const renewed = await anIngress().ingress.renewal();
    const odd = [{ name: 'AGENT_SERVER' as const, port: 8000, url: 'https://agent.example.com/x' }];

    expect(renewed({ ...sandbox, exposed_urls: odd })).toEqual(odd);
    expect(renewed({ ...sandbox, exposed_urls: null })).toEqual([]);
  });
});
