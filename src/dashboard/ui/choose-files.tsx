import { useRef } from 'react';
import { Button } from './button';

interface ChooseFilesProps {
  label: string;
  onChoose: (files: File[]) => void;
  /** Which files the browser offers, as its `accept`; all without it. */
  accept?: string;
  multiple?: boolean;
  busy?: boolean;
  look?: 'primary';
  /** None where an icon stands beside it. */
  icon?: 'upload';
}

/** The button that chooses files. The same file can be chosen again. */
export function ChooseFiles({ label, onChoose, accept, multiple, busy, look, icon }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} icon={icon} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
