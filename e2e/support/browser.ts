import type { BrowserContextOptions, Page } from '@playwright/test'
import type { Person } from './person.ts'
import { emptyDocument } from './tab.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/**
 * The stored state of a browser in which someone signed in earlier: `onhand-session`, as the identity client stores it,
 * their last organization, and the file pass.
 */
export function storageOf(
  { session, filePass, org_id }: Person,
  url: string,
  theme: 'light' | 'dark' | null = null,
): StorageState {
  const localStorage = [
    { name: 'onhand-session', value: JSON.stringify(session) },
    { name: `onhand-organization:${session.user.id}`, value: org_id },
  ]
  if (theme) localStorage.push({ name: 'onhand-color-scheme', value: theme })
  const [name, value] = filePass.split('=')
  const scope = { domain: new URL(url).hostname, path: '/files', expires: -1 }
  const attributes = { httpOnly: true, secure: false, sameSite: 'Strict' } as const
  const cookies = name && value ? [{ name, value, ...scope, ...attributes }] : []
  return { cookies, origins: [{ origin: new URL(url).origin, localStorage }] }
}

/**
 * Makes a page one of a browser in which someone signed in earlier. A document of the same origin that isn’t the app
 * stores the state: a browser created with a storage state opens a separate window for this, which costs half a second
 * of processor time, and an intercepted address would empty the page’s cache.
 */
export async function remember(page: Page, person: Person, url: string): Promise<void> {
  const { cookies, origins } = storageOf(person, url)
  await page.context().addCookies(cookies)
  if (page.url() !== url + emptyDocument) await page.goto(url + emptyDocument)
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, origins[0]?.localStorage ?? [])
}
