/** The column in which a statement returns what it notifies of. */
const column = 'notifies';

/** What pg reads of the protocol. */
interface Message {
  fields: readonly unknown[];
}

/**
 * Collects what the statements of a connection notify of. They return it in a column `notifies`: channels separated by
 * spaces, each with `:` and a payload if it has one. So it belongs to the transaction, and needs no NOTIFY inside of it,
 * for which commits in the whole cluster wait for one another.
 * @param onNotifies called when the transaction has committed, and not if it was rolled back
 */
export function collectNotifications(
  connection: NodeJS.EventEmitter,
  onNotifies: (texts: readonly string[]) => void,
): void {
  let collected: string[] = [];
  let columns: number[] = [];
  let isUndone = false;
  const collect = ({ fields }: Message) => {
    for (const index of columns) if (fields[index]) collected.push(String(fields[index]));
  };
  const stopCollecting = () => {
    if (columns.length === 0) return;
    connection.off('dataRow', collect);
    columns = [];
  };
  connection.on('rowDescription', ({ fields }: Message) => {
    stopCollecting();
    // For each statement, so without a list where there is none.
    for (let index = 0; index < fields.length; index++)
      if ((fields[index] as { name: string }).name === column) columns.push(index);
    // Only for these statements: other rows cost nothing.
    if (columns.length > 0) connection.on('dataRow', collect);
  });
  connection.on('errorMessage', () => {
    isUndone = true;
  });
  connection.on('commandComplete', ({ text }: { text: string }) => {
    stopCollecting();
    isUndone = text === 'ROLLBACK';
  });
  connection.on('readyForQuery', ({ status }: { status: string }) => {
    stopCollecting();
    // Within a transaction, an error may be undone by a savepoint; its end decides.
    if (status !== 'I') return;
    const texts = collected;
    if (texts.length > 0) {
      collected = [];
      if (!isUndone) onNotifies(texts);
    }
    isUndone = false;
  });
}
