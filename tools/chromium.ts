import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { chromium as playwrightChromium } from '@playwright/test'
import { plainHost } from './shared/plain-host.ts'

/** Switches that keep a test browser from contacting its vendor and from requiring what containers lack. */
export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * For journeys, which show a page for seconds: nothing is compiled a second time to run faster later. Loading the app
 * and going from screen to screen take a fifth less processor time, with axe 5 to 14 % less.
 */
export const journeySwitches = [
  ...chromiumSwitches,
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
  '--js-flags=--max-optimized-bytecode-size=0',
]

/** The browser that `$CHROMIUM` names; null when it names none. */
function namedChromium(): string | null {
  const named = process.env.CHROMIUM
  if (!named || isProgram(named)) return named || null
  throw new Error(`CHROMIUM is set to ${named}, which isn’t an executable program.`)
}

/**
 * The path of a whole Chromium: `$CHROMIUM`, the system's, Google Chrome, Playwright's own; null if there is none. The
 * headless shell isn't one: it shows no notifications.
 */
export function findChromium(): string | null {
  const paths = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    playwrightChromium.executablePath(),
  ]
  return namedChromium() ?? paths.find(isProgram) ?? null
}

/** Chromium without its windows, as Debian packs it. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * The browser of the journeys: `$CHROMIUM`, or Chromium's headless shell, which is installed if we may. It renders and
 * runs pages like Chromium, at a third of the cost of its browser process. Without it, any Chromium is used.
 */
export function ensureJourneysBrowser(): string {
  const named = namedChromium()
  if (named) return named
  if (!isProgram(headlessShell) && mayUseApt()) {
    try {
      run('apt-get', ['update'])
      run('apt-get', ['install', '-y', '--no-install-recommends', '--no-remove', 'chromium-headless-shell'])
    } catch {
      console.error('Chromium’s headless shell could not be installed. The journeys use Chromium, which takes longer.')
    }
  }
  return isProgram(headlessShell) ? headlessShell : ensureChromium()
}

/** Finds a Chromium or installs one: with apt if allowed, else Playwright's own build. Throws with instructions. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.error('Chromium isn’t installed yet. Installing it for the browser journeys …')
  if (mayUseApt()) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  } else {
    run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error('No Chromium could be installed. Install Chromium or Google Chrome, or set CHROMIUM to its path.')
}

function mayUseApt(): boolean {
  return process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The output appears only if the program fails: an installation prints too much. */
function run(program: string, args: string[]) {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (done.status === 0) return
  console.error(done.stdout, done.stderr, done.error ?? '')
  throw new Error(
    `"${program} ${args.join(' ')}" failed: its messages are above. Install Chromium or Google Chrome by hand, or set CHROMIUM to its path.`,
  )
}
