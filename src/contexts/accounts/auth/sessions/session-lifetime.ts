/** Seconds for which a session is valid after its last refresh, and for which a device is remembered. */
export const sessionLifetime = 30 * 24 * 60 * 60;
