import { Combobox } from '@base-ui/react/combobox';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import popup from './popup.module.css';

interface OptionsProps {
  label: string;
  open: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * What a combobox offers, below its input. It is no `Combobox.Popup`, which hides the rest of the page from assistive technology, although it
 * can still be reached by Tab.
 */
export function Options({ label, open, className, children }: OptionsProps) {
  if (!open) return null;
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        className={popup.positioner}
        sideOffset={4}
        // The focus stays in the input.
        onMouseDown={(event) => event.preventDefault()}
      >
        <section
          aria-label={label}
          className={`scroll border round raised no-outline ${popup.menu} ${className ?? ''}`}
        >
          {children}
        </section>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** Whether the options of a combobox are open, and what its root and its input are given for it. */
export function useOptions() {
  const [open, setOpen] = useState(false);
  const actions = useRef<Combobox.Root.Actions>(null);
  useEffect(() => {
    // Takes back what was typed and not chosen.
    if (!open) actions.current?.unmount();
  }, [open]);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element && relatedTarget.closest('[role="listbox"]'))) setOpen(false);
  };
  return { open, root: { open, onOpenChange: setOpen, actionsRef: actions }, input: { onBlur } };
}
