import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  capabilitiesOfKey,
  capabilitiesOfMember,
} from '../../../../src/contexts/accounts/members/access/effective-capabilities.js';
import { capabilities, capabilitiesOfRole, isAbove, roles } from '../../../../src/platform/access/capabilities.js';

const role = fc.constantFrom(...roles);
const ofMember = (name: (typeof roles)[number], granted: readonly string[], denied: readonly string[] = []) =>
  capabilitiesOfMember({ role: name, capabilities: granted, deniedCapabilities: denied });
const list = fc.uniqueArray(fc.constantFrom(...capabilities));

describe('roles and capabilities', () => {
  test('follow the contract', () => {
    const lacking = (name: (typeof roles)[number]) =>
      capabilities.filter((capability) => !capabilitiesOfRole[name].has(capability));
    expect(lacking('OWNER')).toEqual([]);
    expect(lacking('ADMIN')).toEqual(['boveda:manage']);
    expect(lacking('EDITOR')).toEqual(['boveda:manage', 'members:manage', 'audit:read']);
    const reads = capabilities.filter((capability) => capability.endsWith(':read') && capability !== 'audit:read');
    expect([...capabilitiesOfRole.VIEWER]).toEqual(reads);
  });

  test('are ordered: a higher role has all capabilities of a lower one', () => {
    for (const upper of roles) {
      for (const lower of roles.filter((other) => isAbove(upper, other))) {
        expect(capabilitiesOfRole[lower].isSubsetOf(capabilitiesOfRole[upper])).toBe(true);
        expect(isAbove(lower, upper)).toBe(false);
      }
    }
  });

  test('add up for a member, and limit each of their keys', () => {
    fc.assert(
      fc.property(role, list, list, (name, granted, ofKey) => {
        const held = ofMember(name, granted);
        expect(held).toEqual(new Set([...capabilitiesOfRole[name], ...granted]));
        const key = capabilitiesOfKey(ofKey, held);
        expect(key.isSubsetOf(held) && key.isSubsetOf(new Set(ofKey))).toBe(true);
        expect(ofKey.every((capability) => key.has(capability) === held.has(capability))).toBe(true);
        expect(capabilitiesOfKey(['*'], held)).toEqual(held);
      }),
    );
  });

  test('that are denied are missing, although the role or a grant has them', () => {
    fc.assert(
      fc.property(role, list, list, (name, granted, denied) => {
        const held = ofMember(name, granted, denied);
        expect(held).toEqual(ofMember(name, granted).difference(new Set(denied)));
      }),
    );
  });

  test('of a key shrink with its creator and never grow past the key', () => {
    fc.assert(
      fc.property(role, role, list, (before, after, ofKey) => {
        const now = capabilitiesOfKey(ofKey, ofMember(after, []));
        const lost = ofMember(before, []).difference(ofMember(after, []));
        expect(now.isDisjointFrom(lost)).toBe(true);
      }),
    );
  });
});
