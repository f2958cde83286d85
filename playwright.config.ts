import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { dataParent } from './tools/shared/data-parent.ts'
import { freePort } from './tools/shared/free-port.ts'
import { ensureChromium, ensureJourneysBrowser, journeySwitches } from './tools/chromium.ts'

// The workers load this file again: the first load passes its choice to them through the environment.
const isFirst = !process.env.JOURNEYS_PORT
const port = (process.env.JOURNEYS_PORT ??= String(await freePort()))
const launchOptions = {
  executablePath: (process.env.JOURNEYS_BROWSER ??= ensureJourneysBrowser()),
  args: journeySwitches,
}
const chromium = (process.env.JOURNEYS_CHROMIUM ??= ensureChromium())
// After a killed run, the next run of the tests removes it by its prefix.
const dataFolder = (process.env.JOURNEYS_DATA ??= mkdtempSync(join(dataParent(), 'onhand-test-journeys-')))
// What the fake camera sees: e2e/support/camera.ts writes it.
const film = (process.env.JOURNEYS_CAMERA ??= `${dataFolder.replace('onhand-test-', 'onhand-camera-')}.y4m`)
// At the very end, because a global teardown runs while the server is still up.
if (isFirst)
  process.on('exit', () => {
    for (const path of [dataFolder, film]) rmSync(path, { recursive: true, force: true })
  })
const url = `http://localhost:${port}`

/** Journeys: a real Chromium against the real server on a fresh data folder. `playwright test` alone starts both. */
export default defineConfig({
  testDir: 'e2e',
  // Journeys that wait for a server and its database to recover run first: at the end, the run would have to wait for
  // one after the other.
  projects: [
    { name: 'outages', testMatch: '**/outage.spec.ts' },
    {
      name: 'journeys',
      testMatch: '**/*.spec.ts',
      testIgnore: ['**/outage.spec.ts', '**/push.spec.ts', '**/camera.spec.ts'],
    },
    // The headless shell shows no notifications.
    {
      name: 'push',
      testMatch: '**/push.spec.ts',
      use: { launchOptions: { ...launchOptions, executablePath: chromium } },
    },
    // Nor does it have a camera.
    {
      name: 'camera',
      testMatch: '**/camera.spec.ts',
      use: {
        launchOptions: {
          executablePath: chromium,
          args: [...journeySwitches, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
        },
      },
    },
  ],
  // A journey waits for a third of its time: for debounced searches, for PostgreSQL to restart. 43 of them took 142 s
  // of two idle cores with two workers, 100 s with three.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // On a busy machine about one journey in two hundred misses its moment. `npm test` lists those that passed only when
  // repeated.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['line']],
  outputDir: 'test-results/journeys',
  use: {
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    // Otherwise a journey would mostly wait for animations, and on a busy machine the pointer misses moving elements.
    contextOptions: { reducedMotion: 'reduce' },
    // A new browser context costs a second of processor time per journey. Most journeys reuse more than the context
    // (e2e/support/tab.ts); with this, so do the others: Playwright clears it between them.
    reuseContext: true,
    // A trace costs a third of a journey's time; a failure has a screenshot and the page's outline anyway.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  webServer: {
    command: `"${process.execPath}" build/server/main.js`,
    url: `${url}/ready`,
    timeout: 60_000,
    env: {
      PORT: port,
      ONHAND_DATA: dataFolder,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      // Every journey signs up from the same address.
      AUTH_RATE_SCALE: '1000',
      // With a mail server every sign-up would wait for its email: the journey about emails has its own server.
      SMTP_URL: '',
      DATABASE_URL: '',
      DATABASE_ADMIN_URL: '',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
