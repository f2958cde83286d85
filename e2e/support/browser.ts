import type { BrowserContextOptions } from '@playwright/test'
import type { Person } from './person.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** What a browser keeps of somebody who signed in there earlier: `onhand-session`, as the identity client stores it, and the file pass. */
export function storageOf(
  { session, filePass }: Person,
  url: string,
  theme: 'light' | 'dark' | null = null,
): StorageState {
  const localStorage = [{ name: 'onhand-session', value: JSON.stringify(session) }]
  if (theme) localStorage.push({ name: 'onhand-color-scheme', value: theme })
  const [name, value] = filePass.split('=')
  const place = { domain: new URL(url).hostname, path: '/files', expires: -1 }
  const attributes = { httpOnly: true, secure: false, sameSite: 'Strict' } as const
  const cookies = name && value ? [{ name, value, ...place, ...attributes }] : []
  return { cookies, origins: [{ origin: new URL(url).origin, localStorage }] }
}
