import { test as base } from '@playwright/test'
import { remember } from './browser.ts'
import { type Person, signUp } from './person.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** False: the browser is a stranger's. */
  signedIn: boolean
  /** A new person with an empty organisation; `page` is their browser. */
  person: Person
}

/** Each journey has a person and an organisation of its own, so all of them can run beside each other on one server. */
export const test = base.extend<Fixtures>({
  signedIn: [true, { option: true }],
  person: async ({ baseURL }, provide) => provide(await signUp(baseURL ?? '')),
  page: async ({ page, signedIn, person, baseURL }, provide) => {
    if (signedIn) await remember(page, person, baseURL ?? '')
    await provide(page)
  },
})
