import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dismissQuestions, openedSelector, topmostOpened } from './opened.ts'

type State = RouterHistory['location']['state']

/** An entry that repeats the one below it. */
const isRepeat = (state: object) => 'isRepeat' in state
const isFirst = ({ __TSR_index: index }: State) => index === 0

/** How to end what a screen is in the middle of, such as selecting cards, in the order it began. */
const modes: (() => void)[] = []
let repeat: () => void = () => {}

/** Back ends this mode of a screen, once nothing is open above it, instead of leaving the screen. */
export function useEndedByBack(isOn: boolean, end: () => void): void {
  const latest = useRef(end)
  useEffect(() => {
    latest.current = end
  })
  useEffect(() => {
    if (!isOn) return undefined
    const mode = () => latest.current()
    modes.push(mode)
    repeat()
    return () => void modes.splice(modes.indexOf(mode), 1)
  }, [isOn])
}

/**
 * The browser's Back button, a phone's and its gesture close what is open above the screen, as Escape does, instead of
 * leaving the screen. Returns a function that stops this.
 */
export function closeByBack(router: AnyRouter): () => void {
  const history: RouterHistory = router.history
  const allow = history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action, currentLocation, nextLocation }) => {
      const isTraversal = action === 'FORWARD' || action === 'GO'
      if (isTraversal && nextLocation.pathname !== currentLocation.pathname) dismissQuestions()
      if (action !== 'BACK') return false
      if (topmostOpened()) {
        // The browser has gone back, and the router makes it return: only then can what closes change the address.
        globalThis.addEventListener('popstate', pressEscape, { once: true })
        return true
      }
      const end = modes.at(-1)
      if (end) {
        globalThis.addEventListener('popstate', end, { once: true })
        return true
      }
      if (isRepeat(currentLocation.state)) setTimeout(() => leaveFirst(history, currentLocation.href))
      return false
    },
  })
  let isRepeating = false
  const repeatFirst = () => {
    // A press also moves the focus, and the entry takes a moment.
    if (isRepeating || !isFirst(history.location.state)) return
    isRepeating = true
    void repeatEntry(router).finally(() => {
      isRepeating = false
    })
  }
  repeat = repeatFirst
  // What opens gets the focus, except lists of choices: the control that opens them keeps it.
  const onFocus = ({ target }: FocusEvent) => {
    if ((target as Element).closest(`${openedSelector}, [aria-autocomplete="list"]`)) repeatFirst()
  }
  const onClick = ({ target }: MouseEvent) => {
    if ((target as Element).closest('[aria-haspopup]')) repeatFirst()
  }
  document.addEventListener('focusin', onFocus)
  document.addEventListener('click', onClick)
  const stopFollowing = followAddress(history)
  return () => {
    allow()
    stopFollowing()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('click', onClick)
  }
}

/** A return to where Back was pressed takes less. */
const settledMs = 100
const attemptsMax = 3

/**
 * Back pressed twice at once overtakes the router, which is making the first press return: then the address and the
 * screen are of two entries. The screen follows the address.
 */
function followAddress(history: RouterHistory): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  const isApart = () => {
    const { pathname, search, hash } = globalThis.location
    return history.location.href !== pathname + search + hash
  }
  // It hears its own event, too: the router ignores the first one if it is still waiting for a return.
  const onPop = ({ isTrusted }: PopStateEvent) => {
    clearTimeout(timer)
    attempts = isTrusted ? 0 : attempts + 1
    timer = setTimeout(() => {
      if (isApart() && attempts < attemptsMax)
        globalThis.dispatchEvent(new PopStateEvent('popstate', { state: globalThis.history.state }))
    }, settledMs)
  }
  globalThis.addEventListener('popstate', onPop)
  return () => {
    clearTimeout(timer)
    globalThis.removeEventListener('popstate', onPop)
  }
}

/**
 * To the page from which the person came here. If there is none, the screen stays as it was: what its first address
 * opened isn't opened again. The address is changed first, because changing it ends what goes back.
 */
function leaveFirst(history: RouterHistory, href: string): void {
  if (history.location.href !== href) {
    history.replace(href, undefined, { ignoreBlocker: true })
    history.flush()
  }
  globalThis.history.back()
}

/** Goes back, whatever is open: a control of ours leads there. */
export function goBack(history: RouterHistory): void {
  history.back({ ignoreBlocker: true })
}

/** Whether another screen of ours was open before in this tab. */
export function wasElsewhere(state: State): boolean {
  return !isFirst(state) && !isRepeat(state)
}

/** Going back from the first entry would leave Onhand, and nothing can keep a page from being left. */
function repeatEntry(router: AnyRouter): Promise<void> {
  return router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: ((before: object) => ({ ...before, isRepeat: true })) as never,
    resetScroll: false,
  } as never)
}

/** As the key itself: what closes by it knows what it closes, and what it asks first. */
function pressEscape(): void {
  const top = topmostOpened()
  if (!top) return
  const focused = document.activeElement
  const target = focused && top.contains(focused) ? focused : top
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }))
}
