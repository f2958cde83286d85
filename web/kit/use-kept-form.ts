import { useCallback, useEffect, useRef, useState } from 'react'
import { dropKept, type Kept, readKept, writeKept } from './kept-forms.ts'
import { currentOrganization } from './organization.ts'
import { signedInUser, useSession } from './session.ts'

/** Typing is written down when it pauses, and at once when the page goes away. */
const pauseMs = 250

/**
 * Keeps a form's unsaved values in this browser under a name ('' keeps nothing). `found` is what was kept when the form was opened; hand
 * `keep` every change, null once nothing is unsaved any more; `keepNow` writes what still waits for a pause.
 */
export function useKeptForm<V>(name: string): {
  found: Kept<V> | null
  keep: (form: Omit<Kept<V>, 'at'> | null) => void
  keepNow: () => void
} {
  const user = useSession()?.user.id
  const owner = `${user}:${currentOrganization()}`
  const [found] = useState(() => (name !== '' && user ? readKept<V>(localStorage, owner, name) : null))
  const waiting = useRef<{ write: () => void; timer: ReturnType<typeof setTimeout> } | null>(null)

  const flush = useCallback(() => {
    clearTimeout(waiting.current?.timer)
    waiting.current?.write()
    waiting.current = null
  }, [])
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  const keep = (form: Omit<Kept<V>, 'at'> | null) => {
    clearTimeout(waiting.current?.timer)
    waiting.current = null
    if (name === '' || !user) return
    if (form === null) return dropKept(localStorage, owner, name)
    const write = () => {
      // Signing out forgets everything, and the form that goes away with it must not write itself down again.
      if (signedInUser() === user) writeKept(localStorage, owner, name, { ...form, at: new Date().toISOString() })
    }
    waiting.current = { write, timer: setTimeout(flush, pauseMs) }
  }
  return { found, keep, keepNow: flush }
}
