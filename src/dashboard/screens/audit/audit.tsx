import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useRead } from '../../api/query';
import { exactTime } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Dialog } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { JsonView } from '../../ui/json-view';
import { Empty } from '../../ui/notice';
import { Page, Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { Time } from '../../ui/time';
import { among, passing, useAddress } from '../../workspace/address';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const listEntries = graphql(`
  query AuditEntries($id: ID!, $search: String, $outcome: AuditOutcome, $cursor: String) {
    workspace(id: $id) {
      auditLog(search: $search, outcome: $outcome, cursor: $cursor, limit: 100) {
        items {
          id
          createdAt
          action
          actor
          actorKind
          userId
          keyId
          outcome
          code
          fields
          targetId
          ip
          requestId
          before
          after
          details
          hash
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const listActors = graphql(`
  query AuditActors($id: ID!) {
    workspace(id: $id) {
      members(limit: 100) {
        items {
          userId
          name
          email
        }
      }
      apiKeys(limit: 100) {
        items {
          id
          name
        }
      }
    }
  }
`);

type Entry = NonNullable<ResultOf<typeof listEntries>['workspace']['auditLog']>['items'][number];

const names = { q: passing, outcome: among(['done', 'refused']) };

/** What was done in the workspace, by whom. */
export default function Audit() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const [{ q = '', outcome }, filter] = useAddress(names);
  const [opened, setOpened] = useState<Entry | null>(null);
  const pages = usePages(
    listEntries,
    { id, search: q || null, outcome: outcome ?? null },
    ({ workspace }) => workspace.auditLog,
  );
  const nameOf = useActorNames();
  const columns: Column<Entry>[] = [
    { name: 'when', header: t.when, width: '150px', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { name: 'actor', header: t.actor, width: '24%', cell: nameOf },
    { name: 'action', header: t.action, cell: ({ action }) => <code>{action}</code> },
    { name: 'fields', header: t.fields, cell: ({ fields }) => fields.join(', ') },
    {
      name: 'outcome',
      header: t.outcome,
      width: '170px',
      cell: ({ outcome: how, code }) => (
        <Badge tone={how === 'done' ? 'neutral' : 'danger'}>{how === 'done' ? t.done : (code ?? t.refused)}</Badge>
      ),
    },
  ];
  return (
    <Page title={t.title} description={t.description} fill>
      <Toolbar>
        <SearchBox value={q} onChange={(typed) => filter({ q: typed })} />
        <Select
          aria-label={t.outcome}
          value={outcome ?? ''}
          options={[
            { value: '', label: t.everything },
            { value: 'done', label: t.done },
            { value: 'refused', label: t.refused },
          ]}
          onChange={(value) => filter({ outcome: value })}
        />
      </Toolbar>
      <DataTable
        label={t.title}
        phone={['when', 'action']}
        columns={columns}
        pages={pages}
        idOf={(row) => row.id}
        onOpen={setOpened}
        empty={
          <Empty icon="shield" title={t.none}>
            {t.noneHint}
          </Empty>
        }
      />
      {opened && <EntryDialog entry={opened} actor={nameOf(opened)} onClose={() => setOpened(null)} />}
    </Page>
  );
}

/** Who made an entry, by name as far as they are still here. */
function useActorNames(): (entry: Entry) => string {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const { data } = useRead(listActors, { id }, { live: ['member', 'api_key'] });
  const users = new Map(data?.workspace.members?.items.map((one) => [one.userId, one.name ?? one.email]));
  const keys = new Map(data?.workspace.apiKeys?.items.map((one) => [one.id, one.name]));
  return ({ actor, actorKind, userId, keyId }) => {
    const user = actor ?? users.get(userId ?? '');
    const key = keys.get(keyId ?? '');
    if (actorKind === 'apiKey') return key ? t.apiKey(key) : t.deletedKey;
    return user ?? actorKind;
  };
}

function EntryDialog({ entry, actor, onClose }: { entry: Entry; actor: string; onClose: () => void }) {
  const t = useTexts(texts);
  const { before, after, details, action, createdAt, ip, requestId, targetId, hash } = entry;
  const facts = { action, actor, targetId, ip, requestId, hash };
  return (
    <Dialog title={action} description={exactTime(createdAt)} open wide onClose={onClose}>
      <JsonView value={facts} />
      {before && <h3>{t.before}</h3>}
      {before && <JsonView value={before} />}
      {after && <h3>{t.after}</h3>}
      {after && <JsonView value={after} />}
      {details && Object.keys(details).length > 0 && <JsonView value={details} />}
    </Dialog>
  );
}
