/** True if a promise settles within this tick of the event loop. */
export async function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  // Scheduled from a microtask, which the first line ensures, the callback runs when no microtask is left.
  await undefined;
  await new Promise<void>((resolve) => process.nextTick(resolve));
  return settled;
}
