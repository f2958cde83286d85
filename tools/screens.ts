import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { storageOf } from '../e2e/support/browser.ts'
import { type Person, signUp } from '../e2e/support/person.ts'
import { newServer } from '../e2e/support/server.ts'
import { chromiumSwitches, ensureChromium } from './chromium.ts'
import { fillCompany } from './screens/company.ts'
import { screens } from './screens/list.ts'
import type { Screen } from './screens/screen.ts'
import { type SharedLinks, workTogether } from './screens/teamwork.ts'

// Screenshots of every screen, at three widths, light and dark: `npm run screens [part of a name …]`. Those in the
// documentation are updated too; copy a screenshot into that folder to add it.

const folder = 'build/screens'
const documentation = 'docs/screens'
const phone = { width: 390, height: 844 }
/** The phone is last: once a page had a touch screen, Chromium doesn't give it its mouse back. */
const sizes = [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, phone]
const themes = ['light', 'dark'] as const
/** A busy machine takes long. */
const patience = { timeout: 60_000 }
/** A long screen is cut off here. */
const tallestPx = 1700
/** Text stays sharp at this WebP quality. */
const quality = 60

const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
if (chosen.length === 0) throw new Error(`No screen matches ${wanted.join(', ')}.`)

const server = await newServer()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.remove().finally(() => process.exit(130)))
}
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumSwitches })
try {
  await server.start()
  const empty = await signUp(server.url, 'new.person@example.com')
  const full = await fillCompany(await signUp(server.url, 'anna.field@example.com'))
  const links = await workTogether(full, await signUp(server.url, 'maya.lind@example.com'), server.url)
  mkdirSync(folder, { recursive: true })
  if (wanted.length === 0) removeOld()
  for (const screen of chosen) {
    const who = { full, empty, stranger: null }[screen.who]
    await photograph(browser, screen, who, links)
    console.log(screen.name)
  }
  const shown = readdirSync(documentation).filter((file) => existsSync(`${folder}/${file}`))
  for (const file of shown) copyFileSync(`${folder}/${file}`, `${documentation}/${file}`)
  console.log(`${readdirSync(folder).length} pictures in ${folder}, ${shown.length} of them copied to ${documentation}`)
} finally {
  await browser.close()
  await server.remove()
}

function removeOld(): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.webp'))) rmSync(`${folder}/${file}`)
}

/** One visit, six screenshots: the screen follows the window and the system's color scheme by itself. */
async function photograph(browser: Browser, screen: Screen, who: Person | null, links: SharedLinks): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    bypassCSP: true,
    viewport: screen.phone ? phone : (sizes[0] ?? null),
    ...(who ? { storageState: storageOf(who, server.url) } : {}),
  })
  // The screenshots show an ordinary company, without the sample company's banner.
  await context.addInitScript(`addEventListener('DOMContentLoaded', () => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: '[aria-label="Sample company"] { display: none !important }' }))
  })`)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(await screen.path(who, links))
  await settled(page)
  await screen.prepare?.(page)
  const shown = () => (screen.loading ? drawn(page) : settled(page))
  for (const size of screen.phone ? [phone] : sizes) {
    await page.setViewportSize(size)
    // A phone is used with a finger: targets are larger, and the screenshots show that.
    if (size === phone) await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await shown()
    if (screen.opened && !(await reopen(page, screen))) continue
    if (!screen.opened && !screen.loading) await grow(page, size)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      if (!screen.plain) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      await shown()
      writeFileSync(`${folder}/${screen.name}-${size.width}-${theme}.webp`, await picture(page))
    }
  }
  await context.close()
}

/** Opens again what closed with the change of width; false if this width doesn't have it. */
async function reopen(page: Page, { name, prepare }: Screen): Promise<boolean> {
  const overlay = page.locator(':is([role=dialog], [role=menu], [role=listbox])').filter({ visible: true }).first()
  if ((await overlay.count()) > 0 || !prepare) return true
  await page.reload()
  await settled(page)
  page.setDefaultTimeout(5_000)
  try {
    await prepare(page)
    return true
  } catch {
    console.log(`${name} has no overlay at ${page.viewportSize()?.width}`)
    return false
  } finally {
    page.setDefaultTimeout(30_000)
  }
}

/** Everything has loaded: no skeletons, no spinners, and the fonts are there. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1, [role="heading"]').first()).toBeAttached(patience)
  await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0, patience)
  await drawn(page)
}

/** The fonts are there, and everything is painted. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  // Two frames, so that the effects of the last response are painted.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))')
}

/** Makes the window as high as the screen is long. */
async function grow(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const long = (await page.evaluate('document.documentElement.scrollHeight')) as number
  if (long > height) await page.setViewportSize({ width, height: Math.min(long, tallestPx) })
  await settled(page)
}

/** WebP, which Playwright itself does not write. */
async function picture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  await session.detach()
  return Buffer.from(data, 'base64')
}
