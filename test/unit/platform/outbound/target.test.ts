import { describe, expect, it } from 'vitest';
import {
  type Address,
  checkTarget,
  isPublicAddress,
  type TargetRules,
} from '../../../../shared/platform/outbound/target.ts';

const publicV4: Address = { address: '93.184.215.14', family: 4 };
const publicV6: Address = { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 };

const rulesWith = (addresses: readonly Address[], loopback = false): TargetRules => ({
  resolve: async () => addresses,
  loopback,
});

describe('public addresses', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:93.184.215.14',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('exclude %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['93.184.215.14', '1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'include %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('targets', () => {
  it.each([
    ['nonsense', 'the URL is not valid'],
    ['http://hooks.example.com/', 'https'],
    ['ftp://hooks.example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    // secretlint-disable-next-line -- it opens nothing
    ['https://user:word@hooks.example.com/', 'user name'],
    ['https://user@hooks.example.com/', 'user name'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:0/', 'port'],
  ])('refuses %s', async (url, why) => {
    await expect(checkTarget(url, rulesWith([publicV4]))).rejects.toThrow(why);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[fd00:ec2::254]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://①②⑦.⓪.⓪.①/',
  ])('refuse an address in any form: %s', async (url) => {
    await expect(checkTarget(url, rulesWith([publicV4]))).rejects.toThrow('not on the public internet');
  });

  it('refuses a name with a private address among others, and one without an address', async () => {
    const bad: Address = { address: '10.0.0.7', family: 4 };

    await expect(checkTarget('https://hooks.example.com/', rulesWith([publicV4, bad]))).rejects.toThrow('public');
    await expect(checkTarget('https://hooks.example.com/', rulesWith([]))).rejects.toThrow('not found');
    const failing = { resolve: () => Promise.reject(new Error('ENOTFOUND')), loopback: false };
    await expect(checkTarget('https://hooks.example.com/', failing)).rejects.toThrow('not found');
  });

  it('accepts public addresses, and returns all of them', async () => {
    const rules = rulesWith([publicV4, publicV6]);

    expect(await checkTarget('https://hooks.example.com/a?b=c', rules)).toMatchObject({
      hostname: 'hooks.example.com',
      addresses: [publicV4, publicV6],
    });
    expect(await checkTarget('https://hooks.example.com:8443/', rules)).toBeDefined();
  });

  it('accepts localhost when the operator allows it, over plain HTTP too, but no other private network', async () => {
    const local = rulesWith([{ address: '127.0.0.1', family: 4 }], true);

    expect(await checkTarget('http://localhost:4000/', local)).toBeDefined();
    expect(await checkTarget('http://[::1]:4000/', local)).toBeDefined();
    await expect(checkTarget('http://localhost/', local)).rejects.toThrow('port');
    await expect(checkTarget('http://10.0.0.1:4000/', local)).rejects.toThrow('public');
    await expect(checkTarget('http://hooks.example.com:4000/', rulesWith([publicV4], true))).rejects.toThrow('public');
    await expect(checkTarget('https://169.254.169.254/', local)).rejects.toThrow('public');
  });
});
