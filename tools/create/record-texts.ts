import type { Names } from './names.js';

/** What the files of a kind of records say of it. */
export interface CreatedRecord {
  one: Names;
  many: Names;
  module: string;
  capability: string;
}

/** The definition, with a name. */
export function recordText({ one, many, capability }: CreatedRecord): string {
  return `import { defineRecord, type RowOf, required, text } from '../../../platform/records/index.js';

const fields = {
  name: required(text(200, { sorted: true })),
};

export type ${one.pascal} = RowOf<typeof fields>;

export const ${many.camel} = defineRecord({
  name: '${one.pascal}',
  plural: '${many.pascal}',
  description: '${one.title}',
  table: '${many.snake}',
  routes: {
    list: 'GET /${many.kebab}',
    create: 'POST /${many.kebab}',
    find: 'GET /${many.kebab}/:${one.camel}Id',
    update: 'PATCH /${many.kebab}/:${one.camel}Id',
    delete: 'DELETE /${many.kebab}/:${one.camel}Id',
  },
  examples: { create: { name: 'First ${one.title.toLowerCase()}' }, update: { name: 'Second ${one.title.toLowerCase()}' } },
  capability: '${capability}',
  fields,
});
`;
}

/** The table, with a column for each field. */
export function recordMigration({ many }: CreatedRecord): string {
  return `import { Migration } from '@mikro-orm/migrations';

/** ${many.title}. */
export class Create${many.pascal} extends Migration {
  override up(): void {
    this.addSql(\`
      create table ${many.snake} (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index ${many.snake}_created_at on ${many.snake} (workspace_id, created_at, id);
      select enable_tenant_isolation('${many.snake}');
    \`);
  }
}
`;
}

/** A test of its five operations over REST. */
export function recordTest({ one, many }: CreatedRecord): string {
  const called = many.title.toLowerCase();
  return `import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

function call(method: string, path = '', body?: object, as = owner.token) {
  return app.rest(\`\${method} /workspaces/\${owner.workspaceId}/${many.kebab}\${path}\`, { as, body });
}

test('${called} are created, listed, read, updated and deleted', async () => {
  const { status, body } = await call('POST', '', { name: 'First' });
  const created: { id: string } = body.data;
  expect([status, created]).toEqual([201, expect.objectContaining({ name: 'First' })]);
  expect((await call('PATCH', \`/\${created.id}\`, { name: 'Renamed' })).body.data).toMatchObject({ name: 'Renamed' });
  expect((await call('GET')).body.data).toMatchObject([{ id: created.id, name: 'Renamed' }]);
  expect((await call('GET', \`/\${created.id}\`)).body.data).toMatchObject({ name: 'Renamed' });
  await call('DELETE', \`/\${created.id}\`);
  expect((await call('GET', \`/\${created.id}\`)).status).toBe(404);
});

test('the name of a ${one.title.toLowerCase()} is required', async () => {
  const { status, body } = await call('POST', '', {});
  expect([status, body.error.details?.map(({ field }) => field)]).toEqual([400, ['name']]);
});

test('${called} are not shown to other workspaces', async () => {
  const stranger = await app.seed.owner();
  expect((await call('GET', '', undefined, stranger.token)).status).toBe(404);
});
`;
}
