import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createAddressPolicy } from '../../../src/platform/outbound/address-policy.js';

const strict = createAddressPolicy([]);

const closed = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['this network', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['shared by carriers', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
  ['link local and metadata', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
  ['machine metadata at public addresses', '168.63.129.16', '192.0.0.192'],
  ['unique and site local', 'fc00::1', 'fdff::1', 'fec0::1'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1'],
  ['reserved and for tests', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '192.88.99.1'],
  ['reserved IPv6', '2001:db8::1', '100::1', '3fff::1', '5f00::1', '4000::1', '2001:2::1', '2001:10::1'],
  ['IPv4 inside IPv6, mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:0:127.0.0.1'],
  ['IPv4 inside IPv6, compatible', '::127.0.0.1', '::7f00:1', '::a9fe:a9fe'],
  ['IPv4 inside IPv6, translated', '64:ff9b::127.0.0.1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:4136:e378::1'],
  ['no address', '', 'localhost', '127.1', '0x7f000001', '2130706433'],
] as const;

describe('address policy', () => {
  test.each(closed)('closes addresses: %s', (_name, ...addresses) => {
    for (const address of addresses) expect([address, strict.permits(address)]).toEqual([address, false]);
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '168.63.129.17', '2606:4700::1111', '2a00:1450::200e'])(
    'permits the public address %s',
    (address) => expect(strict.permits(address)).toBe(true),
  );

  test('permits a listed address only, in each way of writing it', () => {
    const policy = createAddressPolicy(['127.0.0.1', '[fd00::5]']);
    expect(['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', 'fd00::5'].map(policy.permits)).not.toContain(false);
    expect(['127.0.0.2', '::1', '::127.0.0.1', 'fd00::6'].map(policy.permits)).not.toContain(true);
  });

  test('permits a listed range', () => {
    const policy = createAddressPolicy(['10.1.0.0/16', 'fd12::/32']);
    expect(['10.1.255.255', 'fd12:0:ffff::1'].map(policy.permits)).toEqual([true, true]);
    expect(['10.2.0.0', 'fd13::1'].map(policy.permits)).toEqual([false, false]);
  });

  test('trusts a listed name in any case, with and without its last dot, and no other', () => {
    const policy = createAddressPolicy(['Internal.Example']);
    expect(['internal.example', 'INTERNAL.example.'].map(policy.trusts)).toEqual([true, true]);
    expect(['sub.internal.example', 'internal.example.org', ''].map(policy.trusts)).toEqual([false, false, false]);
  });

  test.each(['', 'http://internal', '10.0.0.0/33', 'a b', '*', 'host:80', '300.1.1.1/8'])(
    'refuses "%s" as an entry of the list',
    (entry) => expect(() => createAddressPolicy([entry])).toThrow(/OUTBOUND_ALLOW/),
  );

  test('closes every IPv6 address that carries a private IPv4 address in a known way', () => {
    const privateTail = fc.constantFrom('7f00:1', 'a00:1', 'a9fe:a9fe', 'c0a8:101', 'ac10:1', '0:0', '6440:1');
    const prefix = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::');
    fc.assert(fc.property(prefix, privateTail, (head, tail) => !strict.permits(head + tail)));
  });

  test('permits no address of the private network 10', () => {
    fc.assert(fc.property(fc.nat(0xffffff), (n) => !strict.permits(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)));
  });
});
