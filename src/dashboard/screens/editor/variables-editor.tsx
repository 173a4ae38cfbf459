import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Input, Select } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { setVariables } from './edits';
import type { FlowVariable } from './flow-content';
import { readText, textOf } from './form/schema';
import styles from './panel.module.css';
import { texts } from './texts';
import { useEditor, useEditorState } from './use-editor';

const types = ['string', 'number', 'boolean', 'object', 'array', 'json'] as const;

/** The variables of the flow: a name, a type and a first value each. */
export function VariablesEditor() {
  const t = useTexts(texts);
  const { change, canWrite } = useEditor();
  const { variables } = useEditorState(({ content }) => content);
  const set = (index: number, part: Partial<FlowVariable>) =>
    change(
      setVariables,
      variables.map((one, at) => (at === index ? { ...one, ...part } : one)),
    );
  const names = new Set(variables.map(({ name }) => name));
  const freeName = () => {
    let number = variables.length + 1;
    while (names.has(`variable${number}`)) number++;
    return `variable${number}`;
  };
  return (
    <>
      <h3 className={styles.part}>{t.variables}</h3>
      <p className={styles.muted}>{t.variablesHint}</p>
      {variables.map(({ name, type, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is edited.
        <div key={index} className={styles.variable}>
          <Input
            aria-label={t.name}
            value={name}
            readOnly={!canWrite}
            aria-invalid={!/^[A-Za-z_]\w*$/.test(name)}
            onChange={(event) => set(index, { name: event.target.value })}
          />
          <Select
            aria-label={t.type}
            value={type}
            disabled={!canWrite}
            options={types.map((one) => ({ value: one, label: one }))}
            onChange={(next) => set(index, { type: next, value: fitting(next, value) })}
          />
          <Input
            aria-label={t.value(name)}
            defaultValue={type === 'string' ? String(value ?? '') : textOf(value ?? undefined)}
            key={type}
            readOnly={!canWrite}
            onBlur={(event) => {
              const next = fitting(type, type === 'string' ? event.target.value : readText(event.target.value));
              if (next !== value) set(index, { value: next });
            }}
          />
          {canWrite && (
            <IconButton
              size="small"
              icon="close"
              label={t.remove(name)}
              onClick={() => change(setVariables, variables.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {canWrite && (
        <Button
          size="small"
          icon="plus"
          onClick={() =>
            change(setVariables, [...variables, { name: freeName(), scope: 'flow', type: 'string', value: '' }])
          }
        >
          {t.addVariable}
        </Button>
      )}
    </>
  );
}

/** The value, if it has the type; otherwise none. */
function fitting(type: FlowVariable['type'], value: unknown): unknown {
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (type === 'json') return value ?? null;
  if (type === 'string')
    return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
  return actual === type ? value : null;
}
