import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { common } from '../../ui/texts';
import { useCan } from '../../workspace/workspace';
import type { OpenConversation } from './conversation';
import styles from './inbox.module.css';
import { inboxTexts } from './texts';

/** What was begun in each conversation, kept while the page is open. */
const begun = new Map<string, string>();

/** The field to write a reply in. */
export function Reply({ conversation, onSend }: { conversation: OpenConversation; onSend: (body: string) => void }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(common);
  const can = useCan();
  const [text, setText] = useState(begun.get(conversation.id) ?? '');
  if (!can('conversations:write')) return <p className="muted line-above py-14 px-18">{words.notAllowed}</p>;
  const write = (next: string) => {
    begun.set(conversation.id, next);
    setText(next);
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '') return;
    onSend(text.trim());
    write('');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={`rigid line-above surface px-18 pt-12 pb-14 ${styles.reply}`} onSubmit={send}>
      {conversation.contact?.doNotContact && (
        <p className="row gap-6 danger mb-8">
          <Icon name="blocked" size={15} />
          {t.blocked}
        </p>
      )}
      <TextArea
        aria-label={t.reply}
        placeholder={t.reply}
        aria-describedby="reply-hint"
        rows={2}
        maxLength={20_000}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKey}
      />
      <div className="row between gap-12 muted small mt-8">
        <span id="reply-hint">{t.replyHint}</span>
        <Button type="submit" look="primary" icon="send" disabled={text.trim() === ''}>
          {t.send}
        </Button>
      </div>
    </form>
  );
}
