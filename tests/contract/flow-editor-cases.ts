import { graph, node } from '../support/graphs.js';
import { nobody } from '../support/sample-args.js';
import type { Case } from './ask-surfaces.js';

const set = (value: string) => node('s', 'data.set', { assignments: [{ name: 'a', value }] });
const runnable = (value = '1') => graph([node('t', 'trigger.manual'), set(value)], 't>s');
const hook = () => graph([node('t', 'trigger.webhook'), set('{{boveda.key}}')], 't>s');
const file = { format: 'workspace-automation/flow', formatVersion: 1, name: 'From a file' };
const gone = (id: string) => ({ [id]: nobody });

/** Every route of the editor, with what goes well and what does not. The order matters: later cases use earlier ones. */
export const cases: Case[] = [
  // Folders.
  { route: 'POST P/flows/folders', says: 'stores a folder', input: { name: 'Top' }, keep: 'top' },
  {
    route: 'POST P/flows/folders',
    says: 'stores a folder in it',
    input: { name: 'In', parentId: '{top}' },
    keep: 'folderId',
  },
  { route: 'POST P/flows/folders', says: 'wants a name', input: {}, code: 'VALIDATION_FAILED', details: ['name'] },
  {
    route: 'POST P/flows/folders',
    says: 'knows its parents',
    input: { name: 'A', parentId: nobody },
    code: 'VALIDATION_FAILED',
    details: ['parentId'],
  },
  { route: 'GET P/flows/folders', says: 'lists by name', query: { sortBy: 'name', sortOrder: 'asc' } },
  {
    route: 'GET P/flows/folders',
    says: 'names bad filters',
    query: { page: '0', sortBy: 'x', parentId: 'y' },
    code: 'VALIDATION_FAILED',
    details: ['page', 'sortBy', 'parentId'],
  },
  { route: 'PATCH P/flows/folders/:folderId', says: 'renames', input: { name: 'Inner' } },
  {
    route: 'PATCH P/flows/folders/:folderId',
    says: 'refuses a circle',
    ids: { folderId: '{top}' },
    input: { parentId: '{folderId}' },
    code: 'VALIDATION_FAILED',
    details: ['parentId'],
  },
  {
    route: 'PATCH P/flows/folders/:folderId',
    says: 'is told of an unknown id before a bad body',
    ids: gone('folderId'),
    input: { name: 5 },
    code: 'NOT_FOUND',
  },
  // Flows.
  {
    route: 'POST P/flows',
    says: 'stores a flow',
    input: { name: 'One', tags: ['x'], folderId: '{folderId}', ...runnable() },
    keep: 'flowId',
  },
  { route: 'POST P/flows', says: 'stores a webhook flow', input: { name: 'Hook', ...hook() }, keep: 'hookId' },
  {
    route: 'POST P/flows',
    says: 'tells every fault',
    input: { name: '', settings: { timeout: 0 }, nodes: [{}] },
    code: 'VALIDATION_FAILED',
    details: ['name', 'settings.timeout', 'nodes[0].id', 'nodes[0].type'],
  },
  {
    route: 'POST P/flows',
    says: 'tells rules of class save',
    input: { name: 'A', nodes: [node('a', 'no.such')] },
    code: 'VALIDATION_FAILED',
    details: ['NODE_TYPE_UNKNOWN'],
  },
  {
    route: 'POST P/flows',
    says: 'refuses a trigger that is told twice and unlike',
    input: { name: 'A', ...runnable(), settings: { triggerType: 'webhook' } },
    code: 'VALIDATION_FAILED',
    details: ['TRIGGER_CONFIG_INVALID'],
  },
  {
    route: 'GET P/flows',
    says: 'lists with filters',
    query: { tag: 'x', status: 'paused', search: 'on', folderId: '{folderId}', triggerType: 'manual', sortBy: 'name' },
  },
  {
    route: 'GET P/flows',
    says: 'names bad filters',
    query: { status: 'x', folderId: 'y', triggerType: 'z', sortOrder: 'up', limit: 'ten' },
    code: 'VALIDATION_FAILED',
    details: ['status', 'folderId', 'triggerType', 'sortOrder', 'limit'],
  },
  { route: 'GET P/flows/:flowId', says: 'reads' },
  { route: 'GET P/flows/:flowId', says: 'knows no strange id', ids: gone('flowId'), code: 'NOT_FOUND' },
  {
    route: 'PATCH P/flows/:flowId',
    says: 'changes',
    input: { name: 'Two', expectedVersion: 1, settings: { timeout: 9 } },
  },
  { route: 'PATCH P/flows/:flowId', says: 'changes nothing', input: { name: 'Two' } },
  {
    route: 'PATCH P/flows/:flowId',
    says: 'refuses null once',
    input: { name: null },
    code: 'VALIDATION_FAILED',
    details: ['name'],
  },
  {
    route: 'PATCH P/flows/:flowId',
    says: 'refuses another version',
    input: { name: 'Three', expectedVersion: 1 },
    code: 'VERSION_CONFLICT',
    details: [''],
  },
  { route: 'PATCH P/flows/:flowId', says: 'activates', input: { isActive: true } },
  {
    route: 'PATCH P/flows/:flowId',
    says: 'keeps an active flow sound',
    input: { edges: [] },
    code: 'FLOW_INVALID',
    details: ['NODE_ORPHAN'],
  },
  {
    route: 'PATCH P/flows/:flowId',
    says: 'is told of an unknown id before a bad body',
    ids: gone('flowId'),
    input: { name: 5 },
    code: 'NOT_FOUND',
  },
  { route: 'GET P/flows/:flowId/validate', says: 'tells issues', ids: { flowId: '{hookId}' } },
  { route: 'GET P/flows/:flowId/validate', says: 'knows no strange id', ids: gone('flowId'), code: 'NOT_FOUND' },
  { route: 'POST P/flows/:flowId/regenerate-token', says: 'gives a new token', ids: { flowId: '{hookId}' } },
  { route: 'POST P/flows/:flowId/regenerate-token', says: 'is for webhooks', code: 'TRIGGER_TYPE_NOT_WEBHOOK' },
  { route: 'GET P/flows/node-types', says: 'lists the catalogue' },
  // Versions.
  { route: 'GET P/flows/:flowId/versions', says: 'lists' },
  {
    route: 'GET P/flows/:flowId/versions',
    says: 'names bad arguments',
    query: { sortBy: 'name' },
    code: 'VALIDATION_FAILED',
    details: ['sortBy'],
  },
  { route: 'GET P/flows/:flowId/versions/:version', says: 'reads', ids: { version: '1' } },
  {
    route: 'GET P/flows/:flowId/versions/:version',
    says: 'knows no strange version',
    ids: { version: '7' },
    code: 'NOT_FOUND',
  },
  { route: 'GET P/flows/:flowId/versions/:version/diff', says: 'tells what changed', ids: { version: '2' } },
  {
    route: 'GET P/flows/:flowId/versions/:version/diff',
    says: 'knows both',
    ids: { version: '2' },
    query: { against: '7' },
    code: 'NOT_FOUND',
  },
  { route: 'POST P/flows/:flowId/versions/:version/restore', says: 'restores', ids: { version: '1' } },
  {
    route: 'POST P/flows/:flowId/versions/:version/restore',
    says: 'refuses another version',
    ids: { version: '1' },
    input: { expectedVersion: 1 },
    code: 'VERSION_CONFLICT',
    details: [''],
  },
  // Copies and files.
  {
    route: 'POST P/flows/:flowId/duplicate',
    says: 'copies',
    ids: { flowId: '{hookId}' },
    input: { folderId: '{folderId}' },
  },
  {
    route: 'POST P/flows/:flowId/duplicate',
    says: 'wants a name that is one',
    input: { name: ' ' },
    code: 'VALIDATION_FAILED',
    details: ['name'],
  },
  { route: 'GET P/flows/:flowId/export', says: 'gives a file', ids: { flowId: '{hookId}' } },
  { route: 'GET P/flows/:flowId/export', says: 'knows no strange id', ids: gone('flowId'), code: 'NOT_FOUND' },
  {
    route: 'POST P/flows/import',
    says: 'stores a file and tells what is missing',
    input: { file: { ...file, ...hook() } },
  },
  {
    route: 'POST P/flows/import',
    says: 'refuses another format',
    input: { file: { name: 'A', format: 'other', formatVersion: 1 } },
    code: 'VALIDATION_FAILED',
    details: ['file.format'],
  },
  // Templates.
  {
    route: 'POST P/flows/templates',
    says: 'stores',
    input: { name: 'Own', category: 'mine', ...hook() },
    keep: 'templateId',
  },
  {
    route: 'POST P/flows/templates',
    says: 'tells every fault',
    input: { category: 5, tags: 7 },
    code: 'VALIDATION_FAILED',
    details: ['name', 'category', 'tags'],
  },
  { route: 'GET P/flows/templates', says: 'lists own and built-in ones', query: { sortBy: 'name', limit: '100' } },
  {
    route: 'GET P/flows/templates',
    says: 'names bad arguments',
    query: { builtIn: 'x', sortBy: 'y' },
    code: 'VALIDATION_FAILED',
    details: ['builtIn', 'sortBy'],
  },
  { route: 'GET P/flows/templates/:templateId', says: 'reads' },
  {
    route: 'GET P/flows/templates/:templateId',
    says: 'knows no strange id',
    ids: gone('templateId'),
    code: 'NOT_FOUND',
  },
  { route: 'POST P/flows/templates/:templateId/use', says: 'makes a flow', input: { name: 'Made of it' } },
  {
    route: 'POST P/flows/templates/:templateId/use',
    says: 'knows folders',
    input: { folderId: nobody },
    code: 'VALIDATION_FAILED',
    details: ['folderId'],
  },
  { route: 'PATCH P/flows/templates/:templateId', says: 'changes', input: { description: 'Changed' } },
  {
    route: 'PATCH P/flows/templates/:templateId',
    says: 'leaves built-in ones alone',
    ids: { templateId: '{builtIn}' },
    input: { name: 'Mine' },
    code: 'CONFLICT',
  },
  { route: 'DELETE P/flows/templates/:templateId', says: 'deletes' },
  { route: 'DELETE P/flows/templates/:templateId', says: 'finds it no more', code: 'NOT_FOUND' },
  // The end.
  { route: 'DELETE P/flows/folders/:folderId', says: 'deletes' },
  { route: 'DELETE P/flows/folders/:folderId', says: 'finds it no more', code: 'NOT_FOUND' },
  { route: 'DELETE P/flows/:flowId', says: 'deletes' },
  { route: 'DELETE P/flows/:flowId', says: 'finds it no more', code: 'NOT_FOUND' },
];
