import type { TestApp } from './app.js';
import { waitFor } from './wait-for.js';

/** The job of an import that has ended, or the error of one that was refused. */
export interface ImportAnswer {
  status: number;
  body: {
    data: {
      id: string;
      status: string;
      total: number;
      created: number;
      updated: number;
      unchanged: number;
      failed: number;
      errors: { line: number; field?: string; message: string }[];
      finishedAt: string | null;
    };
    error: { code: string; message: string; details?: { field?: string; message: string }[] };
  };
}

/** Imports a CSV file into a workspace, and waits for its end. The app needs a worker. */
export async function importCsv(
  app: Pick<TestApp, 'url'>,
  { workspaceId, token }: { workspaceId: string; token: string },
  csv: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<ImportAnswer> {
  const authorization = `Bearer ${token}`;
  const at = `${app.url}/workspaces/${workspaceId}`;
  const answer = await fetch(`${at}/imports${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization },
    body: csv,
  });
  const body = (await answer.json()) as ImportAnswer['body'];
  if (answer.status !== 202) return { status: answer.status, body };
  return waitFor(async () => {
    const found = (await (
      await fetch(`${at}/jobs/${body.data.id}`, { headers: { authorization } })
    ).json()) as typeof body;
    return found.data.finishedAt === null ? null : { status: 202, body: found };
  });
}
