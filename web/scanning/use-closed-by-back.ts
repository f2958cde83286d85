import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useId } from 'react'
import { newId } from '../kit/new-id.ts'

/** Entries of the history outlive the page: after a reload nothing is open. */
const page = newId()
const opened = (state: object) => (state as { opened?: string }).opened

/**
 * Something that fills the screen, and so is closed by the browser's Back button too: while it is open, the history has
 * an entry for it. `close` resolves once that is gone, so that what follows can navigate.
 */
export function useClosedByBack() {
  const key = `${page} ${useId()}`
  const router = useRouter()
  const isOpen = useRouterState({ select: ({ location }) => opened(location.state) === key })
  const open = useCallback(
    () =>
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: ((before: object) => ({ ...before, opened: key })) as never,
        resetScroll: false,
      } as never),
    [router, key],
  )
  const close = useCallback(
    () =>
      new Promise<void>((resolve) => {
        if (opened(router.state.location.state) !== key) return resolve()
        const stop = router.history.subscribe(() => {
          stop()
          resolve()
        })
        router.history.back()
      }),
    [router, key],
  )
  return { isOpen, open, close }
}
