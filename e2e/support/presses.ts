import { expect, type Page } from '@playwright/test'

/** Where the count is kept: it survives going to another page, and each browser window has its own. */
const kept = 'journeys-presses'

/**
 * Listens in the page. Counted are a click or tap, and every key that isn't text: Enter, Escape, arrows, Space on a
 * button, and shortcuts. Not counted: text and its corrections, also where a search takes what is typed into no field;
 * Tab, and a modifier alone.
 */
const listener = `(() => {
  if (window.countsPresses) return
  window.countsPresses = true
  const add = (number) => sessionStorage.setItem('${kept}', String(Number(sessionStorage.getItem('${kept}') ?? 0) + number))
  const count = () => { looseText = ''; add(1) }
  // Typed while no field had the focus: it counts, until a field has taken it as text.
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

/** Counts from here on what a person presses in a page; returns how many it were so far. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(listener)
  await page.evaluate(listener)
  await page.evaluate(`sessionStorage.removeItem('${kept}')`)
  return async () => Number(await page.evaluate(`sessionStorage.getItem('${kept}') ?? 0`))
}

/** Does a job and expects it to take at most so many presses; a job that takes fewer may lower its number. */
export async function withinPresses(page: Page, most: number, job: () => Promise<void>): Promise<void> {
  const presses = await countPresses(page)
  await job()
  expect(await presses(), `presses of a job that may take ${most}`).toBeLessThanOrEqual(most)
}
