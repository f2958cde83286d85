import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { goBack } from './back-closes.ts'
import { stringifySearch } from './url-query.ts'
import { useUrlState } from './url-state.ts'
import { useGo } from './use-go.ts'

/** The address of a record's panel above a list as it is: with its search and filters. */
export function usePanelAddress(path: string, name: string): (id: string) => string {
  const search = useSearch({ strict: false }) as Record<string, string>
  return (id) => `${path}${stringifySearch({ ...search, [name]: id })}`
}

/**
 * What is open above a screen, by its parameter in the address (`?shipment=`), '' for nothing. Opening it adds an entry
 * to the history, so that Back closes it; closing it goes back, unless the screen was opened with it.
 */
export function useOpened(path: string, name: string): { id: string; open: (id: string) => void; close: () => void } {
  const [state, setState] = useUrlState({ [name]: '' })
  const id = state[name] ?? ''
  const addressOf = usePanelAddress(path, name)
  const go = useGo()
  const { history } = useRouter()
  // The entry below is the screen without the panel.
  const isAbove = useRef(false)
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
    if (id === '') isAbove.current = true
  }, [id])
  return {
    id,
    open: (next) => go(addressOf(next)),
    close: () => {
      if (isClosing.current || id === '') return
      isClosing.current = true
      if (isAbove.current) goBack(history)
      else setState({ [name]: '' })
    },
  }
}
