import { useTexts } from '../../i18n/texts';
import styles from './editor.module.css';
import { texts } from './texts';

/** What a flow without nodes shows. */
export function Blank() {
  const t = useTexts(texts);
  return (
    <div className={styles.empty}>
      <div>
        <h2>{t.blank}</h2>
        <p>{t.blankHint}</p>
      </div>
    </div>
  );
}
