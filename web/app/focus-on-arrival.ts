import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { focusOn, screenHeading } from '../kit/focus-heading.ts'

/** Where people continue after opening a screen: its first field if the screen names one, else its heading. */
const fieldOf = 'main [data-autofocus]:not(:disabled)'

/**
 * Moves the focus to each newly opened screen, as loading a page would: to the field it names, if there is a keyboard,
 * else to its heading, which screen readers then announce. Otherwise the focus would be lost with its element, or stay
 * in the navigation. A screen that is still loading gets it when its heading appears, unless the person has started
 * something else. Returns a function that stops this.
 */
export function focusOnArrival(router: AnyRouter): () => void {
  // Ended by anything the person does after leaving for the screen, even before it appears.
  let underWay = new AbortController()
  const act = () => underWay.abort()
  for (const event of acts) document.addEventListener(event, act, { capture: true })
  const forgetStart = router.subscribe('onBeforeNavigate', (event) => {
    if (!leadsElsewhere(event)) return
    underWay.abort()
    underWay = new AbortController()
  })
  const forgetEnd = router.subscribe('onRendered', (event) => {
    // The browser handles a first page load, except for the field of a form screen.
    if (leadsElsewhere(event)) whenThere(() => target(!event.fromLocation), focusOn, underWay)
  })
  return () => {
    for (const event of acts) document.removeEventListener(event, act, { capture: true })
    forgetStart()
    forgetEnd()
    underWay.abort()
  }
}

const acts = ['keydown', 'pointerdown'] as const

type Step = Readonly<{ fromLocation?: ParsedLocation | undefined; toLocation: ParsedLocation }>

function leadsElsewhere({ fromLocation, toLocation }: Step): boolean {
  return !fromLocation || screenAt(fromLocation) !== screenAt(toLocation)
}

/** A screen is identified by its path; a record and its form share one. */
function screenAt({ pathname, search }: ParsedLocation): string {
  return 'edit' in (search as object) ? `${pathname} edited` : pathname
}

function target(fieldOnly: boolean): HTMLElement | null {
  // On a touch screen the keyboard would cover half of the content.
  const field = matchMedia('(pointer: coarse)').matches ? null : document.querySelector<HTMLElement>(fieldOf)
  return field ?? (fieldOnly ? null : screenHeading())
}

/** No one waits longer than this to be taken somewhere. */
const patienceMs = 10_000

/** Runs once an element exists, unless the navigation has ended, and ends it. */
function whenThere(find: () => HTMLElement | null, found: (element: HTMLElement) => void, way: AbortController): void {
  if (way.signal.aborted) return
  const look = () => {
    const element = find()
    if (!element) return
    way.abort()
    found(element)
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => way.abort(), patienceMs)
  way.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  look()
}
