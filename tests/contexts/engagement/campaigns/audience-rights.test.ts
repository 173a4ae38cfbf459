import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

const create: OwnOperation = ['POST P/campaigns', documents.CreateCampaignDocument];
const update: OwnOperation = ['PATCH P/campaigns/:campaignId', documents.UpdateCampaignDocument];

let app: TestApp;
let owner: Owner;
/** Of campaigns alone. */
let sender: string;
let contactId: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  sender = await app.seed.apiKey(owner, ['campaigns:read', 'campaigns:write']);
  const path = `POST /workspaces/${owner.workspaceId}/contacts`;
  const made = await app.rest(path, { as: owner.token, body: { name: 'Ana', company: 'Acme' } });
  contactId = (made.body.data as { id: string }).id;
});
afterAll(() => app.stop());

const memberId = '01890000-0000-7000-8000-00000000000a';
const filters: [string, object][] = [
  ['search', { search: 'ana' }],
  ['company', { company: 'Acme' }],
  ['source', { source: 'web' }],
  ['status', { status: 'lead' }],
  ['tags', { tags: ['vip'] }],
  ['assignedTo', { assignedTo: memberId }],
];
const refusalOf = (filter: string) => ({
  status: 403,
  code: 'FORBIDDEN',
  message: `audience.${filter} requires the capability contacts:read. Ask an owner or admin of the workspace to grant it.`,
  details: [{ field: `audience.${filter}`, message: `audience.${filter} requires the capability contacts:read.` }],
});

describe.each(surfaces)('of campaigns over %s, who may not read contacts', (surface) => {
  const send = (operation: OwnOperation, input: object, ids: Record<string, string> = {}, as = sender) =>
    ask(app, surface, operation, { as, workspaceId: owner.workspaceId, ids, input });
  const made = async (audience: object, as = owner.token) => {
    const answer = await send(create, { name: 'Spring', channel: 'sms', message: 'Hi', audience }, {}, as);
    expect(answer.code).toBeNull();
    return { campaignId: payloadOf<{ id: string }>(surface, answer).id };
  };

  test.each(filters)('chooses none by %s, of a new campaign or an existing one', async (name, audience) => {
    const input = { name: 'Spring', channel: 'sms', message: 'Hi', audience };
    expect(await send(create, input)).toMatchObject(refusalOf(name));
    expect(await send(update, { audience }, await made({ all: true }))).toMatchObject(refusalOf(name));
  });

  test('narrows the contacts of somebody else by no further filter', async () => {
    const ids = await made({ contactIds: [contactId] });
    const audience = { contactIds: [contactId], company: 'Acme' };
    expect(await send(update, { audience }, ids)).toMatchObject(refusalOf('company'));
  });

  test('is shown the filters that exist, for one that does not', async () => {
    const audience = { Company: 'Acme' };
    const input = { name: 'Spring', channel: 'sms', message: 'Hi', audience };
    expect(await send(create, input)).toMatchObject({ status: 400, details: [{ field: 'audience.Company' }] });
  });

  test('chooses all contacts, or some by their IDs', async () => {
    await made({ all: true }, sender);
    await made({ contactIds: [contactId] }, sender);
    await made({}, sender);
  });

  test('keeps an audience that somebody else has chosen', async () => {
    const audience = { tags: ['vip'], company: 'Acme' };
    const ids = await made(audience);
    const answer = await send(update, { name: 'Summer', audience }, ids);
    expect(answer.code).toBeNull();
    expect(payloadOf(surface, answer)).toMatchObject({ name: 'Summer' });
    expect(await send(update, { audience: { ...audience, company: 'Other' } }, ids)).toMatchObject({ status: 403 });
  });

  test('chooses by filters with the capability', async () => {
    const reader = await app.seed.apiKey(owner, ['campaigns:read', 'campaigns:write', 'contacts:read']);
    for (const [, audience] of filters.filter(([name]) => name !== 'assignedTo')) await made(audience, reader);
  });
});
