import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { IconButton } from './icon-button';
import { common } from './texts';

/** Writes to the clipboard. Pages without TLS can do so by a selection only. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  // Beside the focus, which a dialog does not let out.
  (document.activeElement?.parentElement ?? document.body).append(field);
  const former = document.activeElement;
  field.select();
  document.execCommand('copy');
  field.remove();
  if (former instanceof HTMLElement) former.focus();
}

/** Copies a text. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTexts(common);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await write(text);
    setCopied(true);
  };
  return (
    <IconButton
      size="small"
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? t.copied : (label ?? t.copy)}
      onClick={() => void copy()}
    />
  );
}
