import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { serverUrl } from '../../api/send';
import { freshToken } from '../../api/session';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { Icon } from '../../ui/icon';
import { Card, Page } from '../../ui/page';
import { ScrollBox } from '../../ui/scroll-box';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './api.module.css';
import { texts } from './texts';

/** How code calls the API of this workspace, with everything filled in. */
export default function ApiPage() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const [token, setToken] = useState('…');
  useEffect(() => {
    freshToken().then(setToken, () => {});
  }, []);
  const curl = `curl '${serverUrl}/workspaces/${id}/flows' \\
  -H 'authorization: Bearer ${token}'`;
  const graphqlCurl = `curl '${serverUrl}/graphql' \\
  -H 'authorization: Bearer ${token}' \\
  -H 'content-type: application/json' \\
  -d '{"query":"{ workspace(id: \\"${id}\\") { name flows { items { id name } } } }"}'`;
  const client = `import { createClient } from '@workspace-automation/client';

const client = createClient({
  baseUrl: '${serverUrl}',
  token: process.env.API_KEY,
  workspaceId: '${id}',
});
for await (const event of client.watchWorkspace()) {
  console.log(event.execution.flowName, event.execution.status);
}`;
  return (
    <Page title={t.title} description={t.description}>
      <Card title={t.ids}>
        <dl className={`stack gap-4 ${styles.list}`}>
          <Row label={t.workspaceId} value={id} />
          <Row label="REST" value={`${serverUrl}/workspaces/${id}`} />
          <Row label="GraphQL" value={`${serverUrl}/graphql`} />
          <Row label="WebSocket" value={`${serverUrl.replace(/^http/, 'ws')}/graphql`} />
          <Row label={t.mcp} value={`${serverUrl}/workspaces/${id}/mcp`} />
        </dl>
      </Card>
      <Card
        title={t.first}
        actions={
          <Link to="/w/$workspaceId/keys" params={{ workspaceId: id }}>
            {t.createKey}
          </Link>
        }
      >
        <p className="muted mb-8">{t.firstHint}</p>
        <Code label="REST" text={curl} secret={token} />
        <Code label="GraphQL" text={graphqlCurl} secret={token} />
      </Card>
      <Card title={t.client}>
        <p className="muted mb-8">{t.clientHint}</p>
        <Code label={t.client} text={client} />
      </Card>
      <Card title={t.explore}>
        <ul className="flex wrap gap-20">
          <li>
            <a className="inline gap-7" href={`${serverUrl}/docs`} target="_blank" rel="noreferrer">
              <Icon name="book" /> {t.reference} <Icon name="external" size={14} />
            </a>
          </li>
          <li>
            <a className="inline gap-7" href={`${serverUrl}/graphiql`} target="_blank" rel="noreferrer">
              <Icon name="code" /> {t.graphiql} <Icon name="external" size={14} />
            </a>
          </li>
        </ul>
      </Card>
    </Page>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd className="row min-w-0 gap-6 break">
        <code>{value}</code>
        <CopyButton text={value} />
      </dd>
    </div>
  );
}

/** @param secret is copied, and not shown */
function Code({ label, text, secret }: { label: string; text: string; secret?: string }) {
  return (
    <div className={`flex start gap-6 round sunken mb-10 ${styles.code}`}>
      <ScrollBox className="grow" label={label}>
        <pre className="no-margin">{secret ? text.replace(secret, '••••••') : text}</pre>
      </ScrollBox>
      <CopyButton text={text} />
    </div>
  );
}
