import { exactTime, useRelativeTime } from '../i18n/format';
import { Tip } from './tip';

/** When something happened, relative to now; the exact moment in the zone of the user on hover. */
export function Time({ at }: { at: string }) {
  const text = useRelativeTime(at);
  return (
    <Tip text={exactTime(at)}>
      <time dateTime={at}>{text}</time>
    </Tip>
  );
}
