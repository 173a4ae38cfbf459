import type { TestApp } from '../../support/app.js';
import { graph, node } from '../../support/graphs.js';
import { trigger } from '../../support/run.js';
import type { Owner } from '../../support/seed.js';

/** What a server does while it is backed up. */
export interface Load {
  /** The executions that were accepted, in their order, each with the time at which the answer arrived. */
  accepted: readonly { id: string; at: Date }[];
  /** Resolves when everything in progress was answered. */
  stop(): Promise<void>;
}

/** Starts executions of one, and of several seconds; commits pairs of rows; changes and deletes contacts. */
export async function startLoad(app: TestApp, owner: Owner): Promise<Load> {
  const short = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), set], 'start>set'));
  const delay = node('delay', 'logic.delay', { seconds: 2 });
  const long = await app.seed.flow(
    owner,
    graph([node('start', 'trigger.manual'), delay, set], 'start>delay', 'delay>set'),
  );
  const accepted: { id: string; at: Date }[] = [];
  let isStopped = false;
  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !isStopped; n++) await work(n);
  };
  const working = [
    repeat(async (n) => {
      const id = await trigger(app, owner, (n % 4 === 0 ? long : short).id);
      accepted.push({ id, at: new Date() });
    }),
    repeat((n) => writePair(app, owner, n)),
    repeat((n) => changeContact(app, owner, n)),
  ];
  const ended = Promise.all(working);
  // Reported by `stop`.
  ended.catch(() => undefined);
  return {
    accepted,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

const set = node('set', 'data.set', { assignments: [{ name: 'done', value: true }] });

const insertText = `insert into global_variables (workspace_id, id, name, value, created_at, updated_at)
  values ($1, gen_random_uuid(), $2, '"x"', now(), now())`;

/** Two rows after the other, in one transaction. */
async function writePair({ services }: TestApp, { workspaceId }: Owner, n: number): Promise<void> {
  await services.db.transaction(async (sql) => {
    await sql.query(insertText, [workspaceId, `FIRST_${n}`]);
    await sql.query(insertText, [workspaceId, `SECOND_${n}`]);
  });
}

async function changeContact(app: TestApp, { workspaceId, token }: Owner, n: number): Promise<void> {
  const path = `/workspaces/${workspaceId}/contacts`;
  const { body } = await app.rest(`POST ${path}`, { as: token, body: { name: `Contact ${n}` } });
  const { id } = body.data as { id: string };
  if (n % 2 === 0) await app.rest(`DELETE ${path}/${id}`, { as: token });
  else await app.rest(`PATCH ${path}/${id}`, { as: token, body: { tags: [`tag-${n}`] } });
}
