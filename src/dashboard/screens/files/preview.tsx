import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { readFile } from '../../api/request';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ErrorNotice, Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { ScrollBox } from '../../ui/scroll-box';
import { useWorkspaceId } from '../../workspace/workspace';
import { parseCsv } from '../contacts/import/csv';
import styles from './files.module.css';
import type { FileRow } from './operations';
import { texts } from './texts';

/** Bytes that are read to be shown. */
const shownAtMost = 10 * 1024 * 1024;
const textAtMost = 200_000;
const rowsAtMost = 100;
const columnsAtMost = 30;

type Kind = 'image' | 'csv' | 'text' | 'pdf';

/** How a file is shown; null for not at all. */
function kindOf({ name, mimeType }: FileRow): Kind | null {
  if (mimeType.startsWith('image/')) return 'image';
  if (mimeType === 'application/pdf') return 'pdf';
  if (mimeType === 'text/csv' || /\.csv$/i.test(name)) return 'csv';
  return /^text\/|[/+](json|xml|x-ndjson|yaml)$/.test(mimeType) ? 'text' : null;
}

/** What is in a file, if the page can show it. */
export function Preview({ file }: { file: FileRow }) {
  const t = useTexts(texts);
  const kind = kindOf(file);
  if (Number(file.size) === 0) return <Notice>{t.emptyFile}</Notice>;
  if (!kind) return <Notice>{t.noPreview}</Notice>;
  if (Number(file.size) > shownAtMost) return <Notice>{t.tooLargeToShow}</Notice>;
  return <Content file={file} kind={kind} />;
}

function Content({ file: { id, name, mimeType }, kind }: { file: FileRow; kind: Kind }) {
  const workspaceId = useWorkspaceId();
  const { data, error } = useQuery({
    queryKey: ['file', workspaceId, id],
    queryFn: () => readFile(`/workspaces/${workspaceId}/files/${id}`),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // The type is what the file says of itself; the answer has it only for some.
  const content = useMemo(() => data && new Blob([data], { type: mimeType }), [data, mimeType]);
  if (error) return <ErrorNotice error={error} />;
  if (!content) return <Skeleton lines={5} />;
  if (kind === 'image') return <Picture content={content} name={name} />;
  if (kind === 'pdf') return <OpenPdf content={content} />;
  return (
    <WithText content={content}>{(text) => (kind === 'csv' ? <Csv text={text} /> : <Text text={text} />)}</WithText>
  );
}

/** The address of bytes, as long as they are shown. */
function useAddressOf(content: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const address = useAddressOf(content);
  return address && <img className={styles.picture} src={address} alt={name} />;
}

/** Browsers show it in a tab of its own. */
function OpenPdf({ content }: { content: Blob }) {
  const t = useTexts(texts);
  const address = useAddressOf(content);
  return (
    <Button icon="external" disabled={!address} onClick={() => address && window.open(address, '_blank')}>
      {t.open}
    </Button>
  );
}

function WithText({ content, children }: { content: Blob; children: (text: string) => ReactNode }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => void content.text().then(setText), [content]);
  return text === null ? <Skeleton lines={5} /> : children(text);
}

function Text({ text }: { text: string }) {
  const t = useTexts(texts);
  return (
    <ScrollBox className={`box ${styles.text}`} label={t.preview}>
      <pre className="no-margin">{text.slice(0, textAtMost)}</pre>
    </ScrollBox>
  );
}

function Csv({ text }: { text: string }) {
  const t = useTexts(texts);
  const { columns, rows, lines } = parseCsv(text);
  if (columns.length === 0) return <Notice>{t.emptyFile}</Notice>;
  const shown = rows.slice(0, rowsAtMost);
  // Names of columns can repeat: a column is its place, a row its line.
  const shownColumns = columns.slice(0, columnsAtMost).map((name, at) => ({ name, at }));
  return (
    <>
      <ScrollBox className={`box ${styles.rows}`} label={t.preview}>
        <table>
          <thead>
            <tr>
              {shownColumns.map(({ name, at }) => (
                <th key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((cells, row) => (
              <tr key={lines[row]}>
                {shownColumns.map(({ at }) => (
                  <td key={at}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {shown.length < rows.length && <p className="muted small">{t.firstRows(shown.length, rows.length)}</p>}
    </>
  );
}
