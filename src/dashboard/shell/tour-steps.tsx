import { Popover } from '@base-ui/react/popover';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import styles from './shell.module.css';
import { shell } from './texts';
import { endTour } from './tour';

/** What each step points at: an element of the frame, or the button of the navigation where that is not in sight. */
const targets = ['a[href$="/flows"]', 'a[href$="/executions"]', 'a[href$="/approvals"]', '[aria-keyshortcuts]'];

/** The first steps of a new user through the frame: four notes beside what they are about. */
export default function TourSteps({ userId }: { userId: string }) {
  const t = useTexts(shell);
  const [step, setStep] = useState(0);
  const [anchor, setAnchor] = useState<Element | null>(null);
  useEffect(() => {
    const found = [targets[step] ?? '', 'header button'].map((one) => document.querySelector(one));
    const shown = found.find((one) => one?.checkVisibility({ visibilityProperty: true })) ?? null;
    shown?.classList.add(styles.target ?? '');
    setAnchor(shown);
    return () => shown?.classList.remove(styles.target ?? '');
  }, [step]);
  const notes = [
    [t.tourFlows, t.tourFlowsText],
    [t.tourExecutions, t.tourExecutionsText],
    [t.tourWaiting, t.tourWaitingText],
    [t.tourSearch, t.tourSearchText],
  ] as const;
  const [title, text] = notes[step] ?? notes[0];
  const isLast = step === notes.length - 1;
  const end = () => endTour(userId);
  if (!anchor) return null;
  return (
    <Popover.Root open onOpenChange={(_, { reason }) => reason === 'escape-key' && end()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side={anchor.matches('a') ? 'right' : 'bottom'} sideOffset={14}>
          <Popover.Popup className={`border round-large raised no-outline ${styles.note}`} finalFocus={false}>
            <p className="muted small">{t.tourStep(step + 1, notes.length)}</p>
            <Popover.Title className={`bolder mb-4 mt-2 ${styles.title}`}>{title}</Popover.Title>
            <Popover.Description>{text}</Popover.Description>
            <div className="flex gap-8 mt-14">
              <Button size="small" look="quiet" onClick={end}>
                {t.tourSkip}
              </Button>
              <span className="grow" />
              {step > 0 && (
                <Button size="small" onClick={() => setStep(step - 1)}>
                  {t.tourBack}
                </Button>
              )}
              <Button size="small" look="primary" onClick={() => (isLast ? end() : setStep(step + 1))}>
                {isLast ? t.tourEnd : t.tourNext}
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
