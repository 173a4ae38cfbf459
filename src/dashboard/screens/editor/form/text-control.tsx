import { type CodeLanguage } from './code-editor';
import { CodeField } from './code-field';
import { ExpressionValue } from './expression-value';
import { useForm } from './form-context';
import { exampleAt, textOf } from './schema';

interface TextControlProps {
  path: string;
  label: string;
  text: string;
  onChange: (text: string) => void;
  lines?: boolean;
  language?: CodeLanguage;
}

/** A text in which expressions can stand, with its value beside it. */
export function TextControl({ path, label, text, onChange, lines = false, language = 'template' }: TextControlProps) {
  const { values, nodeId, errors, readOnly, sinks, example } = useForm();
  const { boveda: secrets, ...open } = values;
  const accepts = Object.keys(sinks).includes(path.split('.')[0] ?? '');
  const hasExpression = language === 'cel' ? text.trim() !== '' : text.includes('{{');
  return (
    <>
      <CodeField
        label={label}
        value={text}
        onChange={onChange}
        language={language}
        lines={lines}
        values={accepts ? { ...open, boveda: secrets } : open}
        placeholder={readOnly ? undefined : textOf(exampleAt(example, path))}
        invalid={errors.has(path)}
        readOnly={readOnly}
      />
      {hasExpression && language !== 'code' && (
        <ExpressionValue expression={text} nodeId={nodeId} isWrong={errors.has(path)} />
      )}
    </>
  );
}
