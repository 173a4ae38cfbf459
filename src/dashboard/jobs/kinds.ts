import type { JobKind, JobKindName } from './job';

/** The kinds of jobs. Each is loaded with the first job of its kind. */
const kinds = {
  contactImport: () => import('../screens/contacts/import/import-job'),
  contactBatch: () => import('../screens/contacts/batch-job'),
  flowBulk: () => import('../screens/flows/bulk-job'),
  executionBulk: () => import('../screens/executions/bulk-job'),
} satisfies Record<JobKindName, () => Promise<{ default: unknown }>>;

/** Loads a kind of jobs. */
export async function loadKind(name: JobKindName): Promise<JobKind<unknown, unknown>> {
  return (await kinds[name]()).default as JobKind<unknown, unknown>;
}
