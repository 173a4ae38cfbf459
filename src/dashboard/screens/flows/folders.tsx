import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { RecordForm } from '../../ui/record-form';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import type { FolderInTree } from './flow-list';
import styles from './flows.module.css';
import { texts } from './texts';

const createFolder = graphql(`
  mutation FlowsCreateFolder($workspaceId: ID!, $input: CreateFolderInput!) {
    createFolder(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const updateFolder = graphql(`
  mutation FlowsUpdateFolder($workspaceId: ID!, $folderId: ID!, $input: UpdateFolderInput!) {
    updateFolder(workspaceId: $workspaceId, folderId: $folderId, input: $input) {
      id
    }
  }
`);

const deleteFolder = graphql(`
  mutation FlowsDeleteFolder($workspaceId: ID!, $folderId: ID!) {
    deleteFolder(workspaceId: $workspaceId, folderId: $folderId) {
      deletedId
    }
  }
`);

interface FoldersProps {
  folders: readonly FolderInTree[];
  /** The chosen folder, `none`, or nothing for all. */
  current: string;
  onChoose: (folder: string | undefined) => void;
}

/** The folders as a tree. */
export function Folders({ folders, current, onChoose }: FoldersProps) {
  const t = useTexts(texts);
  const can = useCan();
  const canWrite = can('flows:write');
  const [edited, setEdited] = useState<FolderInTree | 'new' | null>(null);
  const [asked, setAsked] = useState<FolderInTree | null>(null);
  const entry = (id: string, icon: IconName, name: string, depth = 0, count?: number) => (
    <button
      type="button"
      className={`row w-full gap-8 text-left bare pointer round ${styles.folder}`}
      aria-current={current === id ? 'true' : undefined}
      style={{ paddingLeft: 10 + depth * 16 }}
      onClick={() => onChoose(id || undefined)}
    >
      <Icon className="rigid muted" name={icon} size={16} />
      <span className="grow ellipsis">{name}</span>
      {count !== undefined && <small className="muted">{count}</small>}
    </button>
  );
  return (
    <nav className={`rigid scroll ${styles.folders}`} aria-label={t.folders}>
      <ul>
        <li>{entry('', 'flow', t.allFlows)}</li>
        {folders.length > 0 && <li>{entry('none', 'archive', t.noFolder)}</li>}
        {folders.map((folder) => (
          <li key={folder.id} className={`relative ${styles.folderRow}`}>
            {entry(folder.id, 'folder', folder.name, folder.depth, folder.flowCount)}
            {canWrite && (
              <Menu
                trigger={<IconButton icon="more" size="small" label={t.actionsOf(folder.name)} />}
                items={[
                  { label: t.editFolder, icon: 'edit', onSelect: () => setEdited(folder) },
                  { label: t.delete, icon: 'trash', danger: true, onSelect: () => setAsked(folder) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <Button size="small" look="quiet" icon="plus" onClick={() => setEdited('new')}>
          {t.newFolder}
        </Button>
      )}
      {edited && (
        <FolderDialog
          folder={edited === 'new' ? null : edited}
          parentId={edited === 'new' ? folders.find(({ id }) => id === current)?.id : edited.parentId}
          folders={folders}
          onClose={() => setEdited(null)}
        />
      )}
      {asked && (
        <DeleteFolder
          folder={asked}
          onClose={() => setAsked(null)}
          onDeleted={() => current === asked.id && onChoose(undefined)}
        />
      )}
    </nav>
  );
}

interface FolderDialogProps {
  /** Null for a new one. */
  folder: FolderInTree | null;
  parentId: string | null | undefined;
  folders: readonly FolderInTree[];
  onClose: () => void;
}

/** The name of a folder, and the one that contains it. */
function FolderDialog({ folder, parentId, folders, onClose }: FolderDialogProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const create = useWrite(createFolder, ['folder']);
  const update = useWrite(updateFolder, ['folder']);
  const within = (one: FolderInTree) => folder !== null && `${one.path} / `.startsWith(`${folder.path} / `);
  const parents = folders.filter((one) => !within(one)).map(({ id, path }) => ({ value: id, label: path }));
  return (
    <RecordForm
      title={folder ? t.editFolder : t.newFolder}
      submit={t.save}
      fields={{
        name: { label: t.name, maxLength: 200 },
        parentId: { label: t.inFolder, options: [{ value: '', label: t.topLevel }, ...parents] },
      }}
      initial={{ name: folder?.name ?? '', parentId: parentId ?? '' }}
      write={folder ? update : create}
      isComplete={({ name }) => name.trim() !== ''}
      onClose={onClose}
      onSubmit={(values) => {
        const input = { name: values.name.trim(), parentId: values.parentId || null };
        if (folder) update.mutate({ workspaceId, folderId: folder.id, input }, { onSuccess: onClose });
        else create.mutate({ workspaceId, input }, { onSuccess: onClose });
      }}
    />
  );
}

function DeleteFolder({
  folder,
  onClose,
  onDeleted,
}: {
  folder: FolderInTree;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const t = useTexts(texts);
  const done = () => {
    onClose();
    onDeleted();
  };
  return (
    <ConfirmWrite
      operation={deleteFolder}
      variables={{ folderId: folder.id }}
      changes={['folder', 'flow']}
      title={t.deleteTitle(folder.name)}
      description={t.deleteFolderText}
      submit={t.delete}
      onDone={done}
      onClose={onClose}
    />
  );
}
