import { useState } from 'react';
import { usePages, useWrite } from '../../api/query';
import { readFile } from '../../api/request';
import { bytes } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { ChooseFiles } from '../../ui/choose-files';
import { type Column, DataTable } from '../../ui/data-table';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { Empty } from '../../ui/notice';
import { Page, Toolbar } from '../../ui/page';
import { saveFile } from '../../ui/save-file';
import { SearchBox } from '../../ui/search-box';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { toastError } from '../../ui/toast';
import { passing, sortedBy, useAddress } from '../../workspace/address';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ExecutionLink, FileDialog } from './file-dialog';
import { deleteFile, type FileRow, listFiles, updateFile } from './operations';
import { texts } from './texts';
import { FilesZone, useUpload } from './upload';

const newest = { sortBy: 'createdAt', sortOrder: 'desc' } as const;
const names = { q: passing, sort: sortedBy(['name', 'size', 'createdAt']) };

/** The files of the workspace: of flows, and of people. */
export default function Files() {
  const t = useTexts(texts);
  const words = useTexts(common);
  const id = useWorkspaceId();
  const canWrite = useCan()('files:write');
  const [{ q = '', sort = newest }, go] = useAddress(names);
  const [opened, setOpened] = useState<FileRow | null>(null);
  const [removed, setRemoved] = useState<FileRow | null>(null);
  const uploading = useUpload();
  const variables = { id, ...sort, ...(q && { search: q }) };
  const pages = usePages(listFiles, variables, ({ workspace }) => workspace.files, { live: ['file'] });
  const download = ({ id: fileId, name }: FileRow) =>
    void readFile(`/workspaces/${id}/files/${fileId}`)
      .then((content) => saveFile(content, name))
      .catch(toastError);
  const columns: Column<FileRow>[] = [
    { name: 'name', header: words.name, sortBy: 'name', cell: ({ name }) => name },
    { name: 'type', header: t.type, width: '20%', cell: ({ mimeType }) => <code>{mimeType}</code> },
    {
      name: 'size',
      header: t.size,
      width: '110px',
      align: 'end',
      sortBy: 'size',
      cell: ({ size }) => bytes(Number(size)),
    },
    {
      name: 'created',
      header: t.created,
      width: '130px',
      sortBy: 'createdAt',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { name: 'kept', header: t.kept, width: '120px', cell: ({ kept }) => kept && <Badge>{t.kept}</Badge> },
    {
      name: 'execution',
      header: t.execution,
      width: '110px',
      cell: ({ executionId }) => executionId && <ExecutionLink executionId={executionId} />,
    },
    {
      name: 'actions',
      header: <span className="visually-hidden">{words.more}</span>,
      width: '64px',
      align: 'end',
      cell: (file) => (
        <FileMenu file={file} canWrite={canWrite} onDownload={() => download(file)} onDelete={() => setRemoved(file)} />
      ),
    },
  ];
  const choose = canWrite && (
    <ChooseFiles
      label={t.upload}
      look="primary"
      icon="upload"
      multiple
      busy={uploading.isBusy}
      onChoose={(files) => void uploading.upload(files)}
    />
  );
  return (
    <Page title={t.title} description={t.description} actions={choose} fill>
      <FilesZone uploading={canWrite ? uploading : null}>
        <Toolbar>
          <SearchBox value={q} onChange={(typed) => go({ q: typed })} />
        </Toolbar>
        <DataTable
          label={t.title}
          phone={['name', 'size', 'actions']}
          columns={columns}
          pages={pages}
          idOf={(row) => row.id}
          onOpen={setOpened}
          sorting={sort}
          onSort={({ sortBy, sortOrder }) => go({ sort: `${sortBy}.${sortOrder}` })}
          empty={
            <Empty icon="file" title={q ? t.noneFound : t.none}>
              {q ? null : t.noneHint}
            </Empty>
          }
        />
      </FilesZone>
      {opened && <FileDialog file={opened} onDownload={() => download(opened)} onClose={() => setOpened(null)} />}
      {removed && (
        <ConfirmWrite
          operation={deleteFile}
          variables={{ fileId: removed.id }}
          changes={['file']}
          title={t.deleteTitle(removed.name)}
          description={t.deleteHint}
          onClose={() => setRemoved(null)}
        />
      )}
    </Page>
  );
}

interface FileMenuProps {
  file: FileRow;
  canWrite: boolean;
  onDownload: () => void;
  onDelete: () => void;
}

function FileMenu({ file: { id, kept }, canWrite, onDownload, onDelete }: FileMenuProps) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const write = useWrite(updateFile, ['file']);
  const keep = () =>
    write.mutate({ workspaceId, fileId: id, input: { kept: !kept } }, { onError: (error) => toastError(error) });
  const changes = [
    { label: kept ? t.release : t.keep, icon: 'pin' as const, onSelect: keep },
    'separator' as const,
    { label: words.delete, icon: 'trash' as const, danger: true, onSelect: onDelete },
  ];
  return (
    <Menu
      trigger={<IconButton icon="more" size="small" label={words.more} />}
      items={[{ label: t.download, icon: 'download', onSelect: onDownload }, ...(canWrite ? changes : [])]}
    />
  );
}
