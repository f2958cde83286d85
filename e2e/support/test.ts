import { type CDPSession, test as base } from '@playwright/test'
import { remember } from './browser.ts'
import { type Person, signUp } from './person.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** False: the browser is a stranger's. */
  signedIn: boolean
  /** A new person with an empty organization; `page` is their browser. */
  person: Person
  /**
   * Gives the browser a device whose owner always touches it: built in, or a security key. It is gone after the
   * journey.
   */
  device: (transport: 'internal' | 'usb') => Promise<{ cdp: CDPSession; authenticatorId: string }>
}

/** Each journey has a person and an organization of its own, so all of them can run beside each other on one server. */
export const test = base.extend<Fixtures>({
  signedIn: [true, { option: true }],
  person: async ({ baseURL }, provide) => provide(await signUp(baseURL ?? '')),
  page: async ({ page, signedIn, person, baseURL }, provide) => {
    if (signedIn) await remember(page, person, baseURL ?? '')
    await provide(page)
  },
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
