/*
 * Loaded into a worker of the chaos test before its program: its clock differs by so many milliseconds from that of the
 * machine. Timers are not affected.
 */
const shiftMs = Number(process.env.CHAOS_CLOCK_MS ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts: [] | ConstructorParameters<typeof RealDate>) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
