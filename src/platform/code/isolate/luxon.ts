import * as luxon from 'luxon';
import { defineGlobals, type Installing } from './install.js';

/** Installs luxon. Times are in UTC unless code names a zone. */
export function install({ modules }: Installing): void {
  luxon.Settings.defaultZone = 'utc';
  modules.luxon = { ...luxon };
  const { DateTime, Duration, Interval } = luxon;
  defineGlobals({ DateTime, Duration, Interval });
}
