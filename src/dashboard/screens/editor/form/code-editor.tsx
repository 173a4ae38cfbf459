import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  lineNumbers,
  MatchDecorator,
  placeholder as placeholderOf,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Values } from '../use-recorded';
import { codeCompletion } from './code-completion';
import { completionSource } from './completion';

/** `template` is text with {{expressions}}, `cel` one expression without braces. */
export type CodeLanguage = 'template' | 'cel' | 'json' | 'html' | 'code';

export interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  language: CodeLanguage;
  /** Several lines; otherwise Enter does nothing. */
  lines?: boolean;
  values?: Values | undefined;
  placeholder?: string | undefined;
  invalid?: boolean;
  readOnly?: boolean;
  onFocus?: () => void;
  onBlur?: () => void;
}

/**
 * A field for code, with completion. It is in a shadow root: there its styles need no exception in the content security
 * policy. Base UI's autocomplete is none for it: that completes the value of a field, this a part of it at the caret.
 */
export default function CodeEditor(props: CodeEditorProps) {
  const { value, label, language, lines = false, placeholder, invalid = false, readOnly = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  // What was written here and has not come back as the value yet: it must not replace what was written since.
  const written = useRef(new Set<string>());
  const now = useRef(props);
  now.current = props;
  const attributes = useRef(new Compartment());
  const about = attributesOf(label, invalid);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once for a language; what else changes is passed on below.
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    if (!root) return;
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: value,
        extensions: [
          history(),
          closeBrackets(),
          bracketMatching(),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          plainReplacement,
          syntaxHighlighting(colours),
          languageOf(language),
          language === 'code' || (language === 'json' && lines) ? lineNumbers() : [],
          lines ? [] : oneLine,
          completionOf(language, () => now.current.values),
          language === 'template' || language === 'json' || language === 'html' ? expressions : [],
          placeholder ? placeholderOf(placeholder) : [],
          EditorState.readOnly.of(readOnly),
          attributes.current.of(EditorView.contentAttributes.of(about)),
          looks,
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((one) => one.isUserEvent('set'))) {
              const text = update.state.doc.toString();
              written.current.add(text);
              now.current.onChange(text);
            }
            if (update.focusChanged) (update.view.hasFocus ? now.current.onFocus : now.current.onBlur)?.();
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [language, lines, readOnly]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const isShown = editor.state.doc.toString() === value;
    if (!isShown && written.current.has(value)) return;
    written.current.clear();
    if (isShown) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value }, userEvent: 'set' });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({
      effects: attributes.current.reconfigure(EditorView.contentAttributes.of(attributesOf(label, invalid))),
    });
  }, [label, invalid]);
  return <div ref={host} data-code-editor="" />;
}

const attributesOf = (label: string, invalid: boolean) => ({
  'aria-label': label,
  ...(invalid && { 'aria-invalid': 'true' }),
});

function completionOf(language: CodeLanguage, values: () => Values | undefined): Extension {
  if (language === 'json') return [];
  const source =
    language === 'code' ? codeCompletion(values) : completionSource(language === 'cel' ? 'cel' : 'template', values);
  return autocompletion({ override: [source], icons: false, interactionDelay: 0 });
}

function languageOf(language: CodeLanguage): Extension {
  if (language === 'json') return json();
  if (language === 'html') return html();
  if (language === 'code') return javascript();
  return [];
}

/**
 * Typing over a selection: the browser would keep the look of what was there by a style attribute, which the content
 * security policy refuses.
 */
const plainReplacement = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { anchor, head, empty } = view.state.selection.main;
    if (event.inputType !== 'insertText' || event.data === null || empty || view.composing) return false;
    event.preventDefault();
    const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
    view.dispatch({
      changes: { from, to, insert: event.data },
      selection: { anchor: from + event.data.length },
      userEvent: 'input.type',
    });
    return true;
  },
});

/** Pasted lines become spaces. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const doc = transaction.newDoc
    .toString()
    .replace(/\s*\n\s*/g, ' ')
    .trimEnd();
  if (transaction.isUserEvent('input.type') || transaction.isUserEvent('input')) {
    if (doc === transaction.startState.doc.toString()) return [];
  }
  return [
    { changes: { from: 0, to: transaction.startState.doc.length, insert: doc }, selection: { anchor: doc.length } },
  ];
});

const matcher = new MatchDecorator({
  regexp: /\{\{.*?\}\}/g,
  decoration: Decoration.mark({ class: 'expression' }),
});
const marks = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
/** Colours {{expressions}}, closes their braces and offers completion behind them. */
const expressions: Extension = [
  marks,
  EditorView.inputHandler.of((view, from, to, text) => {
    if (text !== '{' || from !== to || view.state.sliceDoc(from - 1, from) !== '{') return false;
    const closes = view.state.sliceDoc(from, from + 1) === '}' ? '}' : '}}';
    view.dispatch({
      changes: { from, insert: `{${closes}` },
      selection: { anchor: from + 1 },
      userEvent: 'input.type',
    });
    startCompletion(view);
    return true;
  }),
];

/** The colours of the default style, as tokens, which are legible on light and dark. */
const tokenOf: Readonly<Record<string, string>> = {
  '#708': 'var(--link)',
  '#219': 'var(--info)',
  '#164': 'var(--info)',
  '#a11': 'var(--success)',
  '#e40': 'var(--warning)',
  '#085': 'var(--waiting)',
  '#167': 'var(--waiting)',
  '#00c': 'var(--waiting)',
  '#940': 'var(--text-muted)',
  '#f00': 'var(--danger)',
};
const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({ ...spec, color: tokenOf[String(spec.color)] ?? 'var(--text)' })),
);

const looks = EditorView.theme({
  '&': { fontSize: '12.5px', color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', maxHeight: '340px', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 9px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--text-muted)', fontStyle: 'italic' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-muted)', border: '0' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.expression': {
    color: 'var(--link)',
    backgroundColor: 'color-mix(in srgb, var(--accent) 11%, transparent)',
    borderRadius: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: '7px',
    backgroundColor: 'var(--surface-raised)',
    boxShadow: 'var(--shadow-raised)',
    color: 'var(--text)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 9px', display: 'flex', gap: '14px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    color: 'var(--text-muted)',
    fontStyle: 'normal',
    maxWidth: '220px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});
