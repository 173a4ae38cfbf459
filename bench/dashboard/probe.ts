/** What is asked of the probe in a page. */
export interface Probe {
  /** Milliseconds since the navigation until an element of the selector is on screen and the main thread is free. */
  shown(selector: string): Promise<number>;
  /** Milliseconds since the navigation until the first contents were painted. */
  firstPaint(): Promise<number>;
  /** The milliseconds since 1970 at which a text is on screen. */
  says(text: string): Promise<number>;
  /** Records the frames from now on. */
  record(): void;
  /** The milliseconds of each frame that was recorded. */
  frames(): number[];
}

/** The script of the probe, which a page runs before its own; it watches once a frame. */
export const probe = `globalThis.probe = (() => {
  const frame = () => new Promise(requestAnimationFrame);
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
  const isVisible = (element) => element && element.getClientRects().length > 0;
  let times = null;
  return {
    async shown(selector) {
      while (!isVisible(document.querySelector(selector))) await frame();
      await frame();
      await idle();
      return performance.now();
    },
    async firstPaint() {
      for (;;) {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        if (paint) return paint.startTime;
        await frame();
      }
    },
    async says(text) {
      while (!document.body.textContent.includes(text)) await frame();
      return performance.timeOrigin + performance.now();
    },
    record() {
      const own = (times = []);
      const add = (time) => {
        own.push(time);
        if (times === own) requestAnimationFrame(add);
      };
      requestAnimationFrame(add);
    },
    frames() {
      const recorded = times;
      times = null;
      return recorded.slice(1).map((time, index) => time - recorded[index]);
    },
  };
})();`;
