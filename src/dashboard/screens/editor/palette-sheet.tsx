import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { common } from '../../ui/texts';
import styles from './editor.module.css';
import { Palette } from './palette';
import { texts } from './texts';

/** The palette beside the canvas. On a phone it is above the canvas, and open only while a node is chosen. */
export function PaletteSheet({ onPick }: { onPick: (type: string) => void }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const [isOpen, setOpen] = useState(false);
  const pick = (type: string) => {
    setOpen(false);
    onPick(type);
  };
  return (
    <>
      <div className={styles.palette} data-open={isOpen}>
        <Palette onPick={pick} />
      </div>
      <Button
        className={styles.add}
        look={isOpen ? 'plain' : 'primary'}
        icon={isOpen ? 'close' : 'plus'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.close : t.addNode}
      </Button>
    </>
  );
}
