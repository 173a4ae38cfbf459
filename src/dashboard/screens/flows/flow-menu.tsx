import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/query';
import { request } from '../../api/request';
import { useTexts } from '../../i18n/texts';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { saveFile } from '../../ui/save-file';
import { toast, toastError } from '../../ui/toast';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { deleteFlow, duplicateFlow, exportFlow, type FolderInTree, type ListedFlow, updateFlow } from './flow-list';
import { MoveDialog } from './move-dialog';
import { texts } from './texts';

/** What can be done with one flow of the list. */
export function FlowMenu({ flow, folders }: { flow: ListedFlow; folders: readonly FolderInTree[] }) {
  const t = useTexts(texts);
  const can = useCan();
  const navigate = useNavigate();
  const workspaceId = useWorkspaceId();
  const [asked, setAsked] = useState<'delete' | 'move' | null>(null);
  const copy = useWrite(duplicateFlow, ['flow']);
  const move = useWrite(updateFlow, ['flow', 'folder']);
  const canWrite = can('flows:write');
  const duplicate = () =>
    copy.mutate(
      { workspaceId, flowId: flow.id },
      {
        onSuccess: ({ duplicateFlow: made }) => {
          toast(t.duplicated(made.name));
          void navigate({ to: `/w/${workspaceId}/flows/${made.id}` });
        },
        onError: toastError,
      },
    );
  const moveTo = (folderId: string | null) =>
    move.mutate(
      { workspaceId, flowId: flow.id, input: { folderId } },
      {
        onSuccess: () => {
          toast(t.done_move(1));
          setAsked(null);
        },
      },
    );
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" size="small" label={t.actionsOf(flow.name)} />}
        items={[
          { label: t.openFlow, icon: 'edit', to: `/w/${workspaceId}/flows/${flow.id}` },
          { label: t.executions, icon: 'history', to: `/w/${workspaceId}/executions?flowId=${flow.id}` },
          canWrite ? { label: t.duplicate, icon: 'copy', onSelect: duplicate } : null,
          canWrite ? { label: t.move, icon: 'folder', onSelect: () => setAsked('move') } : null,
          { label: t.export, icon: 'download', onSelect: () => void download(workspaceId, flow).catch(toastError) },
          ...(canWrite
            ? [
                'separator' as const,
                { label: t.delete, icon: 'trash' as const, danger: true, onSelect: () => setAsked('delete') },
              ]
            : []),
        ]}
      />
      {asked === 'move' && (
        <MoveDialog
          count={1}
          folderId={flow.folderId}
          folders={folders}
          busy={move.isPending}
          error={move.error}
          onClose={() => setAsked(null)}
          onSubmit={moveTo}
        />
      )}
      <ConfirmWrite
        operation={deleteFlow}
        variables={{ flowId: flow.id }}
        changes={['flow', 'folder']}
        title={t.deleteTitle(flow.name)}
        description={t.deleteText}
        submit={t.delete}
        open={asked === 'delete'}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

async function download(workspaceId: string, { id, name }: ListedFlow): Promise<void> {
  const { workspace } = await request(exportFlow, { id: workspaceId, flowId: id });
  if (!workspace.flow) return;
  const { storedTriggerConfig: triggerConfig, ...settings } = workspace.flow.export.settings;
  const content = { ...workspace.flow.export, settings: { ...settings, triggerConfig } };
  const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  saveFile(file, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.json`);
}
