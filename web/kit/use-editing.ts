import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { goBack } from './back-closes.ts'
import { useUrlState } from './url-state.ts'
import { useGo } from './use-go.ts'

/**
 * A record's form has its own address above the record's page (`?edit`): Back returns to the page, and so does closing
 * it, without leaving a second entry.
 */
export function useEditing(path: string): { editing: boolean; edit: () => void; close: () => void } {
  const [address, setAddress] = useUrlState({ edit: '' })
  const go = useGo()
  const { history } = useRouter()
  const openedHere = useRef(false)
  return {
    editing: address.edit === '1',
    edit: () => {
      openedHere.current = true
      go(`${path}?edit=1`)
    },
    close: () => {
      if (openedHere.current) goBack(history)
      else setAddress({ edit: '' })
      openedHere.current = false
    },
  }
}
