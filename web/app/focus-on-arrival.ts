import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { focusOn, screenHeading } from '../kit/focus-heading.ts'

/** Where anyone who comes to a screen goes on: its first field where the screen names one, else its heading. */
const fieldOf = 'main [data-autofocus]:not(:disabled)'

/**
 * Gives each screen the focus when one comes to it, as loading a page would: to the field it names, on what has a
 * keyboard, else to its heading, which screen readers then say. Without this the focus falls on nothing when what had
 * it is gone, or stays in the navigation. A screen that is still being read gets it when its heading appears, unless
 * someone has begun to do something else. Answers how to stop.
 */
export function focusOnArrival(router: AnyRouter): () => void {
  // Ended by whatever someone does after they left for the screen, also before it is there.
  let underWay = new AbortController()
  const act = () => underWay.abort()
  for (const event of acts) document.addEventListener(event, act, { capture: true })
  const forgetStart = router.subscribe('onBeforeNavigate', (event) => {
    if (!leadsElsewhere(event)) return
    underWay.abort()
    underWay = new AbortController()
  })
  const forgetEnd = router.subscribe('onRendered', (event) => {
    // A first page load is the browser's own, but for the field of a screen that is a form.
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

/** An address names its screen by its path; a record and its form share one. */
function screenAt({ pathname, search }: ParsedLocation): string {
  return 'edit' in (search as object) ? `${pathname} edited` : pathname
}

function target(fieldOnly: boolean): HTMLElement | null {
  // On a touch screen the keyboard would cover half of what one came to see.
  const field = matchMedia('(pointer: coarse)').matches ? null : document.querySelector<HTMLElement>(fieldOf)
  return field ?? (fieldOnly ? null : screenHeading())
}

/** Longer than this no one waits to be led somewhere. */
const patienceMs = 10_000

/** Does something with an element as soon as it is there, unless the way to it has ended, and ends it. */
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
