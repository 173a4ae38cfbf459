import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The path of Chromium: what `CHROMIUM` names, or where Debian and Ubuntu install it. @throws Error if there is none */
export function findChromium(): string {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const path = known.find((one) => one && existsSync(one));
  if (path) return path;
  throw new Error('There is no Chromium. Install it (apt-get install chromium), or name its binary in CHROMIUM.');
}

/** Starts Chromium without a window. @throws Error if there is none */
export async function launchChromium(): Promise<Browser> {
  // Without its own calls to other hosts.
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet];
  return chromium.launch({ executablePath: findChromium(), args });
}
