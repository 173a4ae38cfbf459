import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { capabilities } from '../../src/platform/access/capabilities.js';
import { addMember } from '../contexts/accounts/members/people.js';
import { everyRead, halvesOf, kindsIn, MarkedWorld, ownerOf, readByMembers, readOf } from './every-capability.js';
import { restOperations } from './naughty/rest-operations.js';

const world = new MarkedWorld();
beforeAll(() => world.open(restOperations(world)), 120_000);
afterAll(() => world.close());

const reads = capabilities.filter((capability) => capability.endsWith(':read'));
/** A member with some of the capabilities that read, and all that write. */
async function memberWith(held: readonly string[]): Promise<string> {
  const { token, workspaceId } = ownerOf(world);
  const { userId, token: as } = await addMember(world.app, workspaceId, token, 'EDITOR');
  const deniedCapabilities = reads.filter((capability) => !held.includes(capability));
  const body = { role: 'EDITOR', capabilities: held, deniedCapabilities };
  const { status } = await world.app.rest(`PATCH /workspaces/${workspaceId}/members/${userId}/role`, {
    as: token,
    body,
  });
  expect(status).toBe(200);
  return as;
}

test('a member who lacks a capability reads no texts of its records, whichever others they have', async () => {
  const leaks: string[] = [];
  for (const held of halvesOf(reads)) {
    const as = await memberWith(held);
    const isShown = (kind: string) => held.some((one) => readOf.get(kind) === one) || readByMembers.includes(kind);
    const found = everyRead(world).map(async ({ name, ask }) =>
      kindsIn(await ask(as))
        .filter((kind) => !isShown(kind))
        .map((kind) => `without ${readOf.get(kind)}, ${name} answers ${kind}`),
    );
    leaks.push(...(await Promise.all(found)).flat());
  }
  expect([...new Set(leaks)]).toEqual([]);
}, 120_000);
