import type { Browser, Page } from '@playwright/test'

/** A document of the app's origin without scripts, whose process is the app's: its headers are the same. */
export const emptyDocument = '/icon.svg'

/** The browser tab of a worker, in which its journeys run one after the other. */
export type Tab = Readonly<{
  /** Returns the tab as if it were new: on the empty document, with nothing stored. */
  emptied(url: string): Promise<Page>
  close(): Promise<void>
}>

const first = new WeakMap<Page, { dispose(): Promise<void> }[]>()

/** Runs a script in each document of the page before any other, until its journey has ended. */
export async function runFirst(page: Page, script: string): Promise<void> {
  const added = await page.addInitScript(script)
  first.set(page, [...(first.get(page) ?? []), added])
}

type Opened = Readonly<{ page: Page; url: string; origins: ReadonlySet<string>; globals: string }>

/**
 * The tab stays on the app's origin, because on the way to another one (or `about:blank`) the browser starts a new
 * renderer process, which has to load and compile every script again. What a journey leaves is undone; if that isn't
 * possible (a clock, a closed page, another origin), the next journey gets a new browser context.
 */
export function tabOf(browser: Browser): Tab {
  let opened: Opened | null = null
  const close = async () => {
    await opened?.page.context().close()
    opened = null
  }
  return {
    async emptied(url) {
      if (opened && (opened.url !== url || !(await emptied(opened)))) await close()
      opened ??= await open(browser, url)
      return opened.page
    },
    close,
  }
}

async function open(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.newContext({ baseURL: url })
  const origins = new Set<string>()
  context.on('page', (one) => one.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin)))
  const page = await context.newPage()
  await page.goto(url + emptyDocument)
  return { page, url, origins, globals: await globalsOf(page) }
}

/** What scripts that run before all others leave in every document. */
const globalsOf = (page: Page) =>
  page.evaluate<string>(
    `[globalThis, document].flatMap(Object.getOwnPropertyNames).concat(String(Date), String(setTimeout)).join()`,
  )

const heard = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

/** Undoes what a journey left; returns false if that isn’t possible. */
async function emptied({ page, url, origins, globals }: Opened): Promise<boolean> {
  // Only this origin's storage is cleared.
  if (page.isClosed() || [...origins].some((origin) => origin !== url && origin !== 'null')) return false
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const script of first.get(page) ?? []) await script.dispose()
  first.delete(page)
  for (const name of heard) page.removeAllListeners(name)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(url + emptyDocument)
  if ((await globalsOf(page)) !== globals) return false
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await context.clearCookies()
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    forcedColors: null,
    contrast: null,
    reducedMotion: 'reduce',
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.mouse.move(-1, -1)
  page.setDefaultTimeout(0)
  return true
}
