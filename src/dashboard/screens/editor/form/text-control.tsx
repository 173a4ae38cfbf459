import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql';
import { request } from '../../../api/request';
import { useTexts } from '../../../i18n/texts';
import { texts } from '../texts';
import { useEditor, useEditorState } from '../use-editor';
import { useAwaitedEvent, useItem, useRecorded } from '../use-recorded';
import { useFlowState } from '../use-samples';
import { useRested } from '../use-validation';
import type { CodeLanguage } from './code-editor';
import { CodeField } from './code-field';
import styles from './form.module.css';
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

const evaluateExpression = graphql(`
  query EditorEvaluate($id: ID!, $input: EvaluateExpressionInput!) {
    workspace(id: $id) {
      evaluateExpression(input: $input) {
        value
        type
        missing
        error {
          code
          message
        }
      }
    }
  }
`);

interface ExpressionValueProps {
  /** A text with expressions, or one without braces. */
  expression: string;
  nodeId: string;
  /** Whether an error is shown already. */
  isWrong: boolean;
}

/** What a text with expressions comes to, with the data of the execution or with samples. */
function ExpressionValue({ expression, nodeId, isWrong }: ExpressionValueProps) {
  const t = useTexts(texts);
  const { workspaceId, canWrite } = useEditor();
  const recorded = useRecorded();
  const state = useFlowState();
  const content = useEditorState(({ content }) => content);
  const rested = useRested(expression, 250);
  const item = useItem(nodeId);
  const event = useAwaitedEvent(nodeId);
  const { executionId } = recorded;
  const isRecorded = executionId !== null && recorded.steps.has(nodeId);
  const variables = Object.fromEntries(content.variables.map(({ name, value }) => [name, value]));
  const samples = {
    triggerData: recorded.triggerData,
    ...(recorded.request !== null && { request: recorded.request }),
    steps: recorded.outputs,
    // With an execution, the server knows them.
    ...(executionId ? {} : { variables, state }),
  };
  const data = {
    ...(isRecorded ? {} : samples),
    ...(item !== undefined && { item }),
    ...(event !== undefined && { event }),
  };
  const { data: found } = useQuery({
    queryKey: ['EditorEvaluate', rested, nodeId, executionId, data],
    queryFn: async ({ signal }) => {
      const input = {
        expression: rested,
        data,
        ...(executionId && { executionId }),
        ...(isRecorded && { nodeId }),
      };
      return (
        (await request(evaluateExpression, { id: workspaceId, input }, signal)).workspace.evaluateExpression ?? null
      );
    },
    enabled: canWrite && rested.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!found) return null;
  const { value, missing, error } = found;
  if (error && isWrong) return null;
  if (error) {
    return (
      <output className={`${styles.value} ${styles.wrongValue}`}>
        <span>{error.message}</span>
      </output>
    );
  }
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  const isNothing = missing.length > 0 && (value === null || value === '');
  return (
    <output className={missing.length > 0 ? `${styles.value} ${styles.noValue}` : styles.value}>
      <span aria-hidden="true">=</span>
      <code>
        {missing.length > 0 && `${t.withoutValue(missing.join(', '))} `}
        {isNothing ? '' : shown.length > 2_000 ? `${shown.slice(0, 2_000)} …` : shown}
      </code>
    </output>
  );
}
