import { Link } from '@tanstack/react-router';
import { graphql } from '../api/graphql';
import { useRead } from '../api/query';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { csvRow } from '../ui/csv-row';
import { ErrorNotice, Notice } from '../ui/notice';
import { saveFile } from '../ui/save-file';
import { openJob } from './follow';
import styles from './jobs.module.css';
import { type Job, listProblems, type Problem } from './operations';
import { jobTexts } from './texts';

const namesOf = graphql(`
  query JobRecords($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Contact {
        contactName: name
        email
        phone
      }
      ... on Flow {
        name
      }
      ... on Execution {
        flowName
      }
    }
  }
`);

/** Problems that are shown; the file has all. */
const listed = 100;

/** The folders of the records that have a page. */
const pages: Readonly<Record<string, string>> = { contacts: 'contacts', executions: 'executions', flows: 'flows' };

/** The records or rows that were left as they were, each with the reason. */
export function Problems({ job }: { job: Job }) {
  const t = useTexts(jobTexts);
  const { data, error } = useRead(listProblems, { id: job.workspaceId, jobId: job.id }, { live: ['job'] });
  const problems = data?.workspace.job?.errors ?? [];
  if (error) return <ErrorNotice error={error} />;
  if (problems.length === 0) return null;
  const isImport = job.type === 'import';
  const download = () => {
    const rows = problems.map(({ line, recordId, field, message }) =>
      csvRow([String(line ?? recordId ?? ''), field ?? '', message]),
    );
    const header = csvRow([isImport ? t.line : 'id', t.field, t.reason]);
    saveFile(new Blob([header, ...rows], { type: 'text/csv' }), `${job.resource}-${job.type}.csv`);
  };
  const more = problems.length - listed;
  return (
    <section>
      <div className="row between mb-6">
        <h3>{isImport ? t.refusedRows : t.leftBecause}</h3>
        <Button size="small" icon="download" onClick={download}>
          {t.downloadProblems}
        </Button>
      </div>
      {isImport ? (
        <Rows problems={problems.slice(0, listed)} />
      ) : (
        <Records job={job} problems={problems.slice(0, listed)} />
      )}
      {more > 0 && <p className="muted digits nowrap mb-14 mt-6">{t.andMore(more)}</p>}
    </section>
  );
}

function Rows({ problems }: { problems: readonly Problem[] }) {
  const t = useTexts(jobTexts);
  return (
    <table className={`w-full mb-14 ${styles.rows}`}>
      <thead>
        <tr>
          {[t.line, t.field, t.reason].map((name) => (
            <th key={name} className="muted small bold text-left line-below py-6 px-8">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {problems.map(({ line, field, message }) => (
          <tr key={`${line} ${field} ${message}`}>
            <td>{line}</td>
            <td>{field}</td>
            <td className="danger">{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each record with its problems. */
function Records({ job: { workspaceId, resource }, problems }: { job: Job; problems: readonly Problem[] }) {
  const ids = [...new Set(problems.flatMap(({ recordId }) => recordId ?? []))];
  const { data } = useRead(namesOf, { ids }, { enabled: ids.length > 0 });
  const names = new Map((data?.nodes ?? []).flatMap((node) => (node ? [[node.id, nameOf(node)] as const] : [])));
  const page = pages[resource];
  return (
    <ul className={`grid gap-14 no-margin no-padding ${styles.failures}`}>
      {ids.map((id) => {
        const name = names.get(id) || id;
        return (
          <li key={id}>
            {page && names.has(id) ? (
              <Link to={`/w/${workspaceId}/${page}/${id}` as string} onClick={() => openJob(null)}>
                {name}
              </Link>
            ) : (
              name
            )}
            <Notice tone="danger">
              {problems
                .filter(({ recordId }) => recordId === id)
                .map(({ message }) => (
                  <p key={message}>{message}</p>
                ))}
            </Notice>
          </li>
        );
      })}
    </ul>
  );
}

interface Named {
  id: string;
  contactName?: string | null;
  email?: string | null;
  phone?: string | null;
  name?: string;
  flowName?: string;
}

const nameOf = ({ name, flowName, contactName, email, phone }: Named): string =>
  name || flowName || contactName || email || phone || '';
