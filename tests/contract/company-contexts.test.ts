import { afterAll, beforeAll } from '@jest/globals';
import { routes } from '../../src/contexts/engagement/company-contexts/company-context.routes.js';
import { companyContexts } from '../../src/contexts/engagement/company-contexts/index.js';
import * as documents from '../../src/rest/generated/operations.js';
import { recordRoutes } from '../../src/rest/record-routes.js';
import { type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { nobody } from '../support/sample-args.js';
import type { Case } from './ask-surfaces.js';
import { testContract } from './test-contract.js';

const contexts = 'P/company-contexts';
const gone = { companyContextId: nobody };
const long = (length: number) => 'x'.repeat(length);

const cases: Case[] = [
  { route: `GET ${contexts}/default`, says: 'finds none at first', code: 'NOT_FOUND' },
  {
    route: `POST ${contexts}`,
    says: 'stores a context',
    input: {
      name: 'Acme',
      companyName: 'Acme Ltd',
      websiteUrl: '{site}',
      description: 'Sells anvils',
      industry: 'Tools',
      services: ['Anvils', 'Delivery'],
      businessHours: 'Mo–Fr 9–18',
      contactInfo: { emails: ['a@acme.example'] },
      faqs: [{ question: 'Do you deliver?', answer: 'Yes.' }],
      isDefault: true,
      autoScrape: false,
    },
    keep: 'companyContextId',
  },
  { route: `POST ${contexts}`, says: 'calls the company like the context', input: { name: 'Plain' }, keep: 'plain' },
  {
    route: `POST ${contexts}`,
    says: 'tells every fault',
    input: {
      name: long(201),
      companyName: long(201),
      websiteUrl: 'ftp://a',
      description: long(5001),
      industry: long(201),
      services: Array(101).fill('x'),
      businessHours: long(1001),
      contactInfo: 'x',
      faqs: Array(101).fill({ question: 'a', answer: 'b' }),
      isDefault: 'x',
      autoScrape: 1,
      shoe: 1,
    },
    code: 'VALIDATION_FAILED',
    details: [
      'name',
      'companyName',
      'websiteUrl',
      'description',
      'industry',
      'services',
      'businessHours',
      'contactInfo',
      'faqs',
      'isDefault',
      'autoScrape',
      'shoe',
    ],
  },
  {
    route: `POST ${contexts}`,
    says: 'tells faults inside lists',
    input: { faqs: [{ question: '' }], services: [''], websiteUrl: `http://a.example/${long(2000)}` },
    code: 'VALIDATION_FAILED',
    details: ['name', 'faqs[0].question', 'faqs[0].answer', 'services', 'websiteUrl'],
  },
  {
    route: `POST ${contexts}`,
    says: 'stores nothing of a site that cannot be read',
    input: { name: 'Gone', websiteUrl: '{gone}', autoScrape: true },
    code: 'VALIDATION_FAILED',
    details: ['SITE_STATUS'],
  },
  {
    route: `POST ${contexts}`,
    says: 'fills what is not sent from the site',
    input: { name: 'Found', websiteUrl: '{site}', autoScrape: true, industry: 'Mine' },
  },
  { route: `GET ${contexts}`, says: 'lists', query: { sortBy: 'name', sortOrder: 'asc', search: 'acme' } },
  {
    route: `GET ${contexts}`,
    says: 'names bad arguments',
    query: { limit: '0', sortBy: 'services', from: 'x' },
    code: 'VALIDATION_FAILED',
    details: ['limit', 'sortBy', 'from'],
  },
  { route: `GET ${contexts}/default`, says: 'finds it' },
  { route: `GET ${contexts}/:companyContextId`, says: 'reads' },
  { route: `GET ${contexts}/:companyContextId`, says: 'knows no strange id', ids: gone, code: 'NOT_FOUND' },
  {
    route: `PUT ${contexts}/:companyContextId`,
    says: 'changes what is sent only, and moves the default',
    ids: { companyContextId: '{plain}' },
    input: { isDefault: true, description: 'Plain', industry: null },
  },
  {
    route: `PUT ${contexts}/:companyContextId`,
    says: 'refuses null where there must be something',
    input: { name: null, companyName: null, services: null, contactInfo: null, faqs: null, isDefault: null },
    code: 'VALIDATION_FAILED',
    details: ['name', 'companyName', 'services', 'contactInfo', 'faqs', 'isDefault'],
  },
  {
    route: `PUT ${contexts}/:companyContextId`,
    says: 'is told of an unknown id before a bad body',
    ids: gone,
    input: { name: 5 },
    code: 'NOT_FOUND',
  },
  { route: `POST ${contexts}/analyze-site`, says: 'reads a site', input: { websiteUrl: '{site}' } },
  {
    route: `POST ${contexts}/analyze-site`,
    says: 'reads no private one',
    input: { websiteUrl: 'http://10.0.0.1/' },
    code: 'VALIDATION_FAILED',
    details: ['OUTBOUND_BLOCKED'],
  },
  {
    route: `POST ${contexts}/analyze-site`,
    says: 'wants an address',
    input: { websiteUrl: 'acme', url: 'x' },
    code: 'VALIDATION_FAILED',
    details: ['websiteUrl', 'url'],
  },
  { route: `POST ${contexts}/:companyContextId/rescrape`, says: 'reads the site again' },
  {
    route: `POST ${contexts}/:companyContextId/rescrape`,
    says: 'wants an address',
    ids: { companyContextId: '{plain}' },
    code: 'VALIDATION_FAILED',
    details: ['websiteUrl'],
  },
  { route: `POST ${contexts}/:companyContextId/generate-prompt`, says: 'writes a prompt' },
  {
    route: `POST ${contexts}/:companyContextId/generate-prompt`,
    says: 'minds what it is told',
    input: { instructions: 'Ask for the order number.', language: 'Spanish' },
  },
  {
    route: `POST ${contexts}/:companyContextId/generate-prompt`,
    says: 'tells every fault',
    input: { instructions: long(2001), tone: 'x' },
    code: 'VALIDATION_FAILED',
    details: ['instructions', 'tone'],
  },
  { route: `DELETE ${contexts}/:companyContextId`, says: 'deletes' },
  { route: `DELETE ${contexts}/:companyContextId`, says: 'finds it no more', code: 'NOT_FOUND' },
];

let site: LoopbackServer;
const kept: Record<string, string> = {};
beforeAll(async () => {
  site = await startLoopbackServer({
    '/': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(
        `<title>Acme</title><meta property="og:site_name" content="Acme Tools"><h2>Services</h2><ul><li>Anvils</li><li>Rockets</li></ul>
         <a href="mailto:hello@acme.example">Write</a>`,
      ),
  });
  kept.site = `${site.origin}/`;
  kept.gone = `${site.origin}/gone`;
});
afterAll(() => site.close());

testContract({ routes: { ...recordRoutes(companyContexts, documents), ...routes }, cases, kept });
