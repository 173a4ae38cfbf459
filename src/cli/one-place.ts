import { UsageError } from './command.js';

/** A place that is named by an argument or by an option. @throws UsageError unless exactly one of them is given */
export function onePlace(flag: string, option: string | undefined, argument: string | undefined): string {
  const place = option ?? argument;
  if (place && (option === undefined || argument === undefined)) return place;
  throw new UsageError(`One place is required, as the argument or with ${flag}.`);
}
