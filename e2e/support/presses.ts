import { expect, type Page } from '@playwright/test'
import { runFirst } from './tab.ts'

/** Where the count is stored: it survives navigation, and each browser window has its own. */
const kept = 'journeys-presses'

/**
 * Counts presses in the page: clicks, taps and every key that isn't text: Enter, Escape, arrows, Space on a button, and
 * shortcuts. Not counted: text and corrections, also when a search takes text typed outside a field; Tab, and modifier
 * keys alone.
 */
const listener = `(() => {
  if (window.countsPresses) return
  window.countsPresses = true
  const add = (number) => sessionStorage.setItem('${kept}', String(Number(sessionStorage.getItem('${kept}') ?? 0) + number))
  const count = () => { looseText = ''; add(1) }
  // Typed while no field had the focus: counted until a field has taken it as text.
  let looseText = ''
  const taken = (event) => {
    if (looseText === '' || !isText(event.target)) return
    const field = event.target
    setTimeout(() => {
      if (looseText === '' || !field.value?.includes(looseText)) return
      add(-looseText.length)
      looseText = ''
    })
  }
  addEventListener('focusin', taken, true)
  addEventListener('input', taken, true)
  const isText = (target) => target instanceof HTMLElement
    && (target.isContentEditable || target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button])'))
  const silent = ['Shift', 'Control', 'Alt', 'Meta', 'Tab']
  const typing = ['Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight']
  addEventListener('pointerdown', (event) => { if (event.isTrusted) count() }, true)
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.repeat || silent.includes(event.key)) return
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey
    const isTyped = event.key.length === 1 || typing.includes(event.key)
    if (isShortcut || !isTyped) return count()
    if (isText(event.target)) return
    if (event.key.length > 1 || event.key === ' ') return count()
    looseText += event.key
    add(1)
  }, true)
})()`

/** Counts what a person presses in a page from here on; returns a function with the count so far. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await runFirst(page, listener)
  await page.evaluate(listener)
  await page.evaluate(`sessionStorage.removeItem('${kept}')`)
  return async () => Number(await page.evaluate(`sessionStorage.getItem('${kept}') ?? 0`))
}

/** Performs a task and expects it to take at most this many presses. If it takes fewer, the limit may be lowered. */
export async function withinPresses(page: Page, most: number, job: () => Promise<void>): Promise<void> {
  const presses = await countPresses(page)
  await job()
  expect(await presses(), `presses of a job that may take ${most}`).toBeLessThanOrEqual(most)
}
