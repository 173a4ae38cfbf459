import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { serverUrl } from '../../api/send';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNotice, Notice } from '../../ui/notice';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import type { Connection } from './connection-list';
import { connectionTexts } from './connection-texts';

const connectConnection = graphql(`
  mutation VaultConnect($workspaceId: ID!, $connectionId: ID!) {
    connectConnection(workspaceId: $workspaceId, connectionId: $connectionId) {
      authorizeUrl
    }
  }
`);

const createLink = graphql(`
  mutation VaultConnectionLink($workspaceId: ID!, $connectionId: ID!) {
    createConnectionLink(workspaceId: $workspaceId, connectionId: $connectionId) {
      url
      expiresAt
    }
  }
`);

/**
 * Connects an account by OAuth 2: leads to the page of the service, or says that the account is connected where none has to be asked.
 * @param onConnected what follows there
 */
export function useConnect(onConnected: () => void) {
  const t = useTexts(connectionTexts);
  const workspaceId = useWorkspaceId();
  const write = useWrite(connectConnection, ['flow']);
  const connect = (connectionId: string) =>
    write.mutate(
      { workspaceId, connectionId },
      {
        onSuccess({ connectConnection: { authorizeUrl } }) {
          if (authorizeUrl) return location.assign(authorizeUrl);
          toast(t.connected);
          onConnected();
        },
      },
    );
  return { connect, write };
}

/** Where a service leads back to. */
export function RedirectAddress() {
  const t = useTexts(connectionTexts);
  const address = `${serverUrl}/oauth/callback`;
  return (
    <div className="mb-14">
      <p className="muted small mb-2">{t.callback}</p>
      <span className="row gap-6 break">
        <code>{address}</code>
        <CopyButton text={address} />
      </span>
    </div>
  );
}

interface ConnectAccountProps {
  connection: Connection;
  onClose: () => void;
}

/** The account of a connection by OAuth 2: whose it is, how long its token counts, and how to connect it. */
export function ConnectAccount({ connection, onClose }: ConnectAccountProps) {
  const t = useTexts(connectionTexts);
  const { id, status, problem, account, expiresAt, auth } = connection;
  const { connect, write } = useConnect(onClose);
  return (
    <div className="stack gap-6 mb-14">
      {status === 'reconnect' && problem && <Notice tone="danger">{problem}</Notice>}
      {account && <p className="no-margin">{t.account(account)}</p>}
      {expiresAt && (
        <p className="no-margin muted small">
          {t.expires} <Time at={expiresAt} />
        </p>
      )}
      {write.error && <ErrorNotice error={write.error} />}
      <div className="row gap-6 wrap">
        <Button look="primary" icon="link" disabled={write.isPending} onClick={() => connect(id)}>
          {status === 'connected' ? t.reconnect : t.connect}
        </Button>
        {auth.grant === 'authorization_code' && <AccountLink connectionId={id} />}
      </div>
    </div>
  );
}

/** A link by which somebody without a login connects their own account. */
function AccountLink({ connectionId }: { connectionId: string }) {
  const t = useTexts(connectionTexts);
  const workspaceId = useWorkspaceId();
  const write = useWrite(createLink);
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null);
  const create = () =>
    write.mutate({ workspaceId, connectionId }, { onSuccess: ({ createConnectionLink: created }) => setLink(created) });
  if (!link) {
    return (
      <>
        <Button disabled={write.isPending} onClick={create}>
          {t.link}
        </Button>
        {write.error && <ErrorNotice error={write.error} />}
      </>
    );
  }
  return (
    <div role="status">
      <span className="row gap-6 break">
        <code>{link.url}</code>
        <CopyButton text={link.url} />
      </span>
      <p className="muted small no-margin">
        {t.linkHint} {t.expires} <Time at={link.expiresAt} />
      </p>
    </div>
  );
}
