import { type CDPSession, test as base } from '@playwright/test'
import { remember } from './browser.ts'
import { type Person, signUp } from './person.ts'
import { type Tab, tabOf } from './tab.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** False: the browser isn't signed in. */
  signedIn: boolean
  /** A new person with an empty organization; `page` is their browser. */
  person: Person
  /**
   * Gives the browser an authenticator whose user always confirms: built in, or a security key. It is removed after the
   * journey.
   */
  device: (transport: 'internal' | 'usb') => Promise<{ cdp: CDPSession; authenticatorId: string }>
}

/** Each journey has its own person and organization, so all of them can run in parallel on one server. */
export const test = base.extend<Fixtures, { tab: Tab }>({
  tab: [
    async ({ browser }, provide) => {
      const tab = tabOf(browser)
      await provide(tab)
      await tab.close()
    },
    { scope: 'worker' },
  ],
  signedIn: [true, { option: true }],
  person: async ({ baseURL }, provide) => provide(await signUp(baseURL ?? '')),
  page: async ({ tab, signedIn, person, baseURL }, provide) => {
    const page = await tab.emptied(baseURL ?? '')
    if (signedIn) await remember(page, person, baseURL ?? '')
    await provide(page)
  },
  context: async ({ page }, provide) => provide(page.context()),
  device: async ({ page }, provide) => {
    const sessions: CDPSession[] = []
    await provide(async (transport) => {
      const cdp = await page.context().newCDPSession(page)
      sessions.push(cdp)
      await cdp.send('WebAuthn.enable')
      const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport,
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      return { cdp, authenticatorId }
    })
    for (const cdp of sessions) await cdp.send('WebAuthn.disable')
  },
})
