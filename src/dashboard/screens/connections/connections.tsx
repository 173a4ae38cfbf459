import { useState } from 'react';
import { useRead } from '../../api/query';
import { serverUrl } from '../../api/send';
import { useTexts } from '../../i18n/texts';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNotice, Notice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { Time } from '../../ui/time';
import { FlowLink } from '../../workspace/flow-link';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { Connect } from './connect';
import styles from './connections.module.css';
import { accountOf, type Provider, providers } from './providers';
import { type Last, lastIn, readConnections, type Secret, secretsIn } from './queries';
import { texts } from './texts';

/** The services that the workspace is connected with: whose account, whether it works, and what uses it. */
export default function Connections() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const { data, error, refetch } = useRead(readConnections, { id }, { live: ['secret', 'execution', 'message'] });
  const [connecting, setConnecting] = useState<Provider | null>(null);
  const secrets = data && secretsIn(data.workspace);
  const last = data && lastIn(data.workspace);
  return (
    <Page title={t.title} description={t.description}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && secrets && last && (
        <div className={`columns-440 gap-x-16 ${styles.cards}`}>
          {providers.map((provider) => (
            <Connection
              key={provider.name}
              provider={provider}
              secrets={secrets}
              last={provider.channel && last[provider.channel]}
              usedAt={provider.channel ? undefined : data.workspace.usage?.events.items[0]?.createdAt}
              onConnect={() => setConnecting(provider)}
            />
          ))}
        </div>
      )}
      {connecting && secrets && <Connect provider={connecting} secrets={secrets} onClose={() => setConnecting(null)} />}
    </Page>
  );
}

interface ConnectionProps {
  provider: Provider;
  secrets: ReadonlyMap<string, Secret>;
  last: Last | undefined;
  /** When it was used last, if it sends no messages. */
  usedAt: string | undefined;
  onConnect: () => void;
}

const tones: Record<string, BadgeTone> = {
  own: 'success',
  incomplete: 'danger',
  server: 'success',
  none: 'neutral',
  sandbox: 'warning',
  delivered: 'success',
  sent: 'success',
  failed: 'danger',
  sandboxed: 'warning',
};

function Connection({ provider, secrets, last, usedAt, onConnect }: ConnectionProps) {
  const t = useTexts(texts);
  const can = useCan();
  const account = accountOf(provider, (name) => secrets.has(name));
  const state = account.kind === 'server' ? serverState(last, usedAt) : account.kind;
  const label = { own: t.change, incomplete: t.finish, server: t.connect }[account.kind];
  const name = t[`name_${provider.name}`];
  return (
    <Card title={name} actions={<Badge tone={tones[state]}>{t[`account_${state}`]}</Badge>}>
      <p className="mb-12 muted">{t[`about_${provider.name}`]}</p>
      {account.kind === 'incomplete' && <Notice tone="danger">{t.missing(account.missing.join(', '))}</Notice>}
      {state === 'none' && <p className="mb-12 muted">{t.none}</p>}
      {state === 'sandbox' && <Notice tone="warning">{t.sandbox}</Notice>}
      <dl className="grid gap-12 mb-16 mt-4">
        {provider.channel ? <LastMessage last={last} /> : <LastUse at={usedAt} />}
        <Flows provider={provider} secrets={secrets} />
        {provider.inbound && <Inbound path={provider.inbound} isOwn={account.kind === 'own'} />}
      </dl>
      {can('boveda:manage') ? (
        <Button
          look={state === 'own' || state === 'server' || state === 'none' ? 'plain' : 'primary'}
          icon="link"
          aria-label={`${label}: ${name}`}
          onClick={onConnect}
        >
          {label}
        </Button>
      ) : (
        <p className="muted small mt-3">{t.mayNot}</p>
      )}
    </Card>
  );
}

/** Whether the server has an account is seen by what went through it. */
function serverState(last: Last | undefined, usedAt: string | undefined): 'server' | 'sandbox' | 'none' {
  if (last?.status === 'sandboxed') return 'sandbox';
  return last || usedAt ? 'server' : 'none';
}

function LastMessage({ last }: { last: Last | undefined }) {
  const t = useTexts(texts);
  return (
    <div>
      <dt className="muted small bold mb-2">{t.last}</dt>
      <dd className="no-margin">
        {last ? (
          <>
            <Badge tone={tones[last.status]}>{t[`status_${last.status}`]}</Badge> <Time at={last.createdAt} />
            {last.error && <p className="muted small mt-3">{last.error.message}</p>}
          </>
        ) : (
          t.nothing
        )}
      </dd>
    </div>
  );
}

function LastUse({ at }: { at: string | undefined }) {
  const t = useTexts(texts);
  return (
    <div>
      <dt className="muted small bold mb-2">{t.lastUse}</dt>
      <dd className="no-margin">{at ? <Time at={at} /> : t.nothing}</dd>
    </div>
  );
}

/** The flows that name its secrets themselves, for example in an HTTP request. */
function Flows({ provider, secrets }: { provider: Provider; secrets: ReadonlyMap<string, Secret> }) {
  const t = useTexts(texts);
  const found = provider.secrets.flatMap(({ name }) => secrets.get(name)?.usedBy ?? []);
  const flows = [...new Map(found.map((flow) => [flow.flowId, flow])).values()];
  if (flows.length === 0) return null;
  return (
    <div>
      <dt className="muted small bold mb-2">{t.flowsUsing}</dt>
      <dd className="no-margin flex wrap gap-y-4 gap-x-12">
        {flows.map(({ flowId, name }) => (
          <FlowLink key={flowId} flowId={flowId} name={name} />
        ))}
      </dd>
    </div>
  );
}

function Inbound({ path, isOwn }: { path: string; isOwn: boolean }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const address = `${serverUrl}${path}${isOwn ? `?workspaceId=${workspaceId}` : ''}`;
  return (
    <div>
      <dt className="muted small bold mb-2">{t.inbound}</dt>
      <dd className="no-margin">
        <span className="row gap-6 break">
          <code>{address}</code>
          <CopyButton text={address} />
        </span>
        <p className="muted small mt-3">{t.inboundHint}</p>
      </dd>
    </div>
  );
}
