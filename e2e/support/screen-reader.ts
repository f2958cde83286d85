import { expect, type Page } from '@playwright/test'
import { runFirst } from './tab.ts'

type Role =
  | 'button'
  | 'link'
  | 'textbox'
  | 'radio'
  | 'menuitem'
  | 'heading'
  | 'option'
  | 'checkbox'
  | 'combobox'
  | 'tab'

/** Runs in the page before any other script: records the text of live regions, as a screen reader announces it. */
const listener = `(() => {
  const said = globalThis.journeysSaid = []
  const live = '[role=status], [role=alert], [aria-live]:not([aria-live=off])'
  const note = (region) => {
    const words = (region.getAttribute('aria-label') ?? region.textContent).replaceAll(/\\s+/g, ' ').trim()
    if (words !== '' && said.at(-1) !== words) said.push(words)
  }
  new MutationObserver((changes) => {
    const regions = new Set()
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const around = element?.closest(live)
      if (around) regions.add(around)
      for (const node of addedNodes) if (node instanceof Element) {
        if (node.matches(live)) regions.add(node)
        for (const inner of node.querySelectorAll(live)) regions.add(inner)
      }
    }
    for (const region of regions) note(region)
  }).observe(document, { subtree: true, childList: true, characterData: true })
})()`

/** Works like a screen reader user: with roles, names, keys and announcements. */
export type Reader = Readonly<{
  /** Presses Tab until the control with this name has the focus; throws if it is never reached. */
  tabTo(role: Role, name: string | RegExp): Promise<void>
  /** The same backwards, with Shift and Tab. */
  backTo(role: Role, name: string | RegExp): Promise<void>
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Waits until this control or heading has the focus. */
  expectAt(role: Role, name: string | RegExp): Promise<void>
  /** Waits until a live region announces this, after the previous announcement. */
  expectToHear(words: string | RegExp): Promise<void>
}>

const tabsAtMost = 60

export async function withoutScreen(page: Page): Promise<Reader> {
  await runFirst(page, listener)
  let heard = 0
  const focusIsOn = async (role: Role, name: string | RegExp) =>
    page.getByRole(role, { name }).evaluateAll((all) => all.some((one) => one === one.ownerDocument.activeElement))
  const goTo = async (key: 'Tab' | 'Shift+Tab', role: Role, name: string | RegExp) => {
    for (let tabs = 0; tabs < tabsAtMost; tabs += 1) {
      if (await focusIsOn(role, name)) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not lead to the ${role} ${name}`)
  }
  return {
    tabTo: (role, name) => goTo('Tab', role, name),
    backTo: (role, name) => goTo('Shift+Tab', role, name),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    async expectAt(role, name) {
      await expect.poll(() => focusIsOn(role, name), { message: `the focus is on the ${role} ${name}` }).toBe(true)
    },
    async expectToHear(words) {
      const all = () => page.evaluate<string[]>('globalThis.journeysSaid')
      const isIt = (said: string) => (typeof words === 'string' ? said.includes(words) : words.test(said))
      await expect
        .poll(async () => (await all()).slice(heard).some(isIt), { message: `“${words}” is announced` })
        .toBe(true)
      heard = (await all()).findLastIndex(isIt) + 1
    },
  }
}
