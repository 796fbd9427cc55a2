import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const FIND = fileURLToPath(new URL('find-chromium.sh', import.meta.url));
const FLAGS = [
  '--no-first-run',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A headless Chromium with a profile of its own, gone when it is closed or this process ends.
 * @param {string} home where it keeps what is not in the profile (crash reports), in place of the user's own folder
 */
export async function launchChromium(home) {
  let command;
  try {
    command = execFileSync(FIND, { encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new Error('no Chromium: environment/test/browser/ensure.sh says how to get it', { cause });
  }
  // Chromium's sandbox refuses to run as root, which is what a container often is.
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: command,
    chromiumSandbox: !asRoot,
    args: FLAGS,
    timeout: 60_000,
    env: { ...process.env, XDG_CONFIG_HOME: home },
  });
}
