import { secrets as secretRecord } from '../../src/contexts/accounts/secrets/secret.record.js';
import { globalVariables } from '../../src/contexts/automation/global-vars/global-variable.record.js';
import * as documents from '../../src/rest/generated/operations.js';
import { recordRoutes } from '../../src/rest/record-routes.js';
import { nobody } from '../support/sample-args.js';
import type { Case } from './ask-surfaces.js';
import { testContract } from './test-contract.js';

const secrets = 'P/flows/secrets';
const variables = 'P/flows/global-vars';

const cases: Case[] = [
  {
    route: `POST ${secrets}`,
    says: 'stores a secret and shows its end only',
    input: { name: 'api_key', value: 'sk-live-0123456789', description: 'The shop' },
    keep: 'secretId',
  },
  { route: `POST ${secrets}`, says: 'stores a short one without any of it', input: { name: 'pin', value: '1234' } },
  {
    route: `POST ${secrets}`,
    says: 'knows taken names',
    input: { name: 'api_key', value: 'x' },
    code: 'NAME_TAKEN',
    details: ['name'],
  },
  {
    route: `POST ${secrets}`,
    says: 'tells every fault',
    input: { name: '1st', value: 'v'.repeat(70_000), description: 5 },
    code: 'VALIDATION_FAILED',
    details: ['name', 'value', 'description'],
  },
  {
    route: `POST ${secrets}`,
    says: 'knows its flows',
    input: { name: 'scoped', value: 'x', flowId: nobody },
    code: 'VALIDATION_FAILED',
    details: ['flowId'],
  },
  { route: `GET ${secrets}`, says: 'lists by name', query: { sortBy: 'name', sortOrder: 'asc', search: 'I' } },
  {
    route: `GET ${secrets}`,
    says: 'names bad arguments',
    query: { page: '0', limit: 'x', sortBy: 'value' },
    code: 'VALIDATION_FAILED',
    details: ['page', 'limit', 'sortBy'],
  },
  { route: `GET ${secrets}/:secretId`, says: 'reads, with the flows that name it' },
  { route: `GET ${secrets}/:secretId`, says: 'knows no strange id', ids: { secretId: nobody }, code: 'NOT_FOUND' },
  {
    route: `PATCH ${secrets}/:secretId`,
    says: 'renames and replaces',
    input: { name: 'shop_key', value: 'another-value-9876' },
  },
  {
    route: `PATCH ${secrets}/:secretId`,
    says: 'refuses to take a value away',
    input: { value: null },
    code: 'VALIDATION_FAILED',
    details: ['value'],
  },
  {
    route: `PATCH ${secrets}/:secretId`,
    says: 'knows taken names',
    input: { name: 'pin' },
    code: 'NAME_TAKEN',
    details: ['name'],
  },
  { route: `DELETE ${secrets}/:secretId`, says: 'deletes' },
  { route: `DELETE ${secrets}/:secretId`, says: 'finds it no more', code: 'NOT_FOUND' },
  {
    route: `POST ${variables}`,
    says: 'stores a variable',
    input: { name: 'region', value: 'eu', description: 'Where' },
    keep: 'varId',
  },
  { route: `POST ${variables}`, says: 'stores another one', input: { name: 'tier', value: '' } },
  {
    route: `POST ${variables}`,
    says: 'knows taken names',
    input: { name: 'region', value: 'x' },
    code: 'NAME_TAKEN',
    details: ['name'],
  },
  {
    route: `POST ${variables}`,
    says: 'tells every fault',
    input: { name: 'a-b', flowId: nobody },
    code: 'VALIDATION_FAILED',
    details: ['name', 'value', 'flowId'],
  },
  { route: `GET ${variables}`, says: 'lists by name', query: { sortBy: 'name', search: 'e' } },
  {
    route: `GET ${variables}`,
    says: 'names bad arguments',
    query: { limit: '0', sortOrder: 'up' },
    code: 'VALIDATION_FAILED',
    details: ['limit', 'sortOrder'],
  },
  { route: `GET ${variables}/:varId`, says: 'reads, with the flows that name it' },
  { route: `GET ${variables}/:varId`, says: 'knows no strange id', ids: { varId: 'x' }, code: 'NOT_FOUND' },
  { route: `PATCH ${variables}/:varId`, says: 'changes', input: { value: 'us' } },
  {
    route: `PATCH ${variables}/:varId`,
    says: 'knows taken names',
    input: { name: 'tier' },
    code: 'NAME_TAKEN',
    details: ['name'],
  },
  { route: `DELETE ${variables}/:varId`, says: 'deletes' },
  { route: `DELETE ${variables}/:varId`, says: 'finds it no more', code: 'NOT_FOUND' },
];

testContract({
  routes: { ...recordRoutes(secretRecord, documents), ...recordRoutes(globalVariables, documents) },
  cases,
});
