import { type DragEvent, type ReactNode, useState } from 'react';

interface DropFilesProps {
  /** What it shows, for screen readers. */
  label: string;
  onDrop: (files: File[]) => void;
  className: string | undefined;
  children: (isOver: boolean) => ReactNode;
}

/** Takes files that are dropped on what it shows. A second way: a button is the first. */
export function DropFiles({ label, onDrop, className, children }: DropFilesProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrop([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={label}
      className={className}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children(isOver)}
    </section>
  );
}
