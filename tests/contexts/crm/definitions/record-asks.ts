import { expect } from '@jest/globals';
import type { DocumentNode } from 'graphql';
import { type AnyRecord, idNameOf, offers } from '../../../../src/platform/records/index.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { recordRoutes } from '../../../../src/rest/record-routes.js';
import { type Ask, ask, type OwnOperation, payloadOf, type Surface } from '../../../api/both-surfaces.js';
import type { TestApp } from '../../../support/app.js';
import { type Sample, samples } from './record-samples.js';

export type ListedRow = Record<string, unknown> & { id: string };
export interface ListedPage {
  items: ListedRow[];
  pagination: { total: number; totalPages: number };
}
export type ListedOperation = 'List' | 'Get' | 'Create' | 'Update' | 'Delete';

/** An operation on a record as the routes have it. */
export function operationOf(record: AnyRecord, act: ListedOperation): OwnOperation {
  const name = `${act}${act === 'List' ? record.plural : record.name}Document`;
  const document = (documents as Record<string, unknown>)[name];
  const [key] = Object.entries(recordRoutes(record, documents)).find(([, row]) => row.operation === document) ?? [''];
  return [key.replace('/workspaces/:workspaceId', 'P'), document as DocumentNode];
}

/** The acts on one record that its kind has. */
export function actsOn(record: AnyRecord): ('Get' | 'Update' | 'Delete')[] {
  const acts = { Get: 'find', Update: 'update', Delete: 'delete' } as const;
  return (['Get', 'Update', 'Delete'] as const).filter((act) => offers(record, acts[act]));
}

/** Runs it, expects that it went well, and gives its payload. */
export async function done<T = ListedRow>(
  app: TestApp,
  surface: Surface,
  operation: OwnOperation,
  request: Ask,
): Promise<T> {
  const answer = await ask(app, surface, operation, request);
  expect(answer).toMatchObject({ code: null, details: [] });
  return payloadOf<T>(surface, answer);
}

/** Ids of the records that a sample names, made afresh; equal numbers in one workspace clash. */
export async function namedIds(app: TestApp, sample: Sample, by: Ask, n = 1): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [field, record] of Object.entries(sample.names ?? {})) {
    const inner = samples.find((oneRecord) => oneRecord.record === record) as Sample;
    const input = inner.input(n, await namedIds(app, inner, by, n));
    ids[field] = (await done(app, 'GraphQL', operationOf(record, 'Create'), { ...by, input })).id;
  }
  return ids;
}

/** The caller, in the parent that a record of this kind stands in. */
export function within(by: Ask, { parent }: AnyRecord, ids: Record<string, string>): Ask {
  return parent ? { ...by, ids: { [parent.field]: ids[parent.field] as string } } : by;
}

/** Asks for one record of a kind. */
export function oneRecord(by: Ask, record: AnyRecord, id: string): Ask {
  return { ...by, ids: { ...by.ids, [idNameOf(record)]: id } };
}
