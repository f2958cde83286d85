import type { BrowserContextOptions } from '@playwright/test'
import type { Person } from './person.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** What a browser keeps of somebody who signed in there earlier (`onhand-session`, as the identity client stores it). */
export function storageOf({ session }: Person, url: string, theme: 'light' | 'dark' | null = null): StorageState {
  const localStorage = [{ name: 'onhand-session', value: JSON.stringify(session) }]
  if (theme) localStorage.push({ name: 'onhand-color-scheme', value: theme })
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] }
}
