import { graphql } from '../../api/graphql';
import { usePages, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/notice';
import { Card, Skeleton } from '../../ui/page';
import table from '../../ui/tables.module.css';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';
import { texts } from './texts';

const listSessions = graphql(`
  query AccountSessions($cursor: String) {
    sessions(cursor: $cursor, limit: 50) {
      items {
        id
        device
        address
        providerId
        lastUsedAt
        current
      }
      pagination {
        total
        nextCursor
      }
    }
  }
`);

const revokeSession = graphql(`
  mutation AccountRevokeSession($sessionId: ID!) {
    revokeSession(sessionId: $sessionId) {
      deletedId
    }
  }
`);

const revokeOthers = graphql(`
  mutation AccountRevokeOtherSessions {
    revokeOtherSessions {
      revoked
    }
  }
`);

/** Where the user is signed in. */
export function Sessions() {
  const t = useTexts(texts);
  const pages = usePages(listSessions, {}, ({ sessions }) => sessions, { live: ['session'] });
  const revoke = useWrite(revokeSession, ['session']);
  const others = useWrite(revokeOthers, ['session']);
  const done = { onSuccess: () => toast(t.signedOut), onError: toastError };
  return (
    <Card
      title={t.sessions}
      actions={
        (pages.total ?? 0) > 1 && (
          <Button size="small" busy={others.isPending} onClick={() => others.mutate({}, done)}>
            {t.endOthers}
          </Button>
        )
      }
    >
      {pages.query.error && <ErrorNotice error={pages.query.error} />}
      {!pages.items && <Skeleton lines={3} />}
      {pages.items && (
        <table className={table.plainTable}>
          <thead>
            <tr>
              <th scope="col">{t.device}</th>
              <th scope="col">{t.address}</th>
              <th scope="col">{t.startedWith}</th>
              <th scope="col">{t.lastUsed}</th>
              <th scope="col">
                <span className="visually-hidden">{t.end}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {pages.items.map(({ id, device, address, providerId, lastUsedAt, current }) => (
              <tr key={id}>
                <td>{deviceOf(device) ?? t.unknownDevice}</td>
                <td>{address}</td>
                <td>{providerId ?? t.withPassword}</td>
                <td>
                  <Time at={lastUsedAt} />
                </td>
                <td>
                  {current ? (
                    <Badge tone="success">{t.current}</Badge>
                  ) : (
                    <Button size="small" onClick={() => revoke.mutate({ sessionId: id }, done)}>
                      {t.end}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** The browser and the system in a user agent; the whole text if it is another program. */
function deviceOf(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1];
  if (!browser || !system) return userAgent.slice(0, 60);
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  return `${names[browser] ?? browser} · ${names[system] ?? system}`;
}
