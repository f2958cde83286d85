import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'
import { dropKept, type Kept, keptKey, onKeptChange, readKept, writeKept } from './kept-forms.ts'
import { currentOrganization } from './organization.ts'
import { signedInUser, useSession } from './session.ts'

/** Input is stored when typing pauses, and immediately when the page closes. */
const pauseMs = 250
/** After this long, a tab knows that another one signed out. */
const signedOutMs = 1_000

/** The unsaved values of one form in this browser; pass it to `useFields`, which stores every change. */
export type Draft = Readonly<{
  /** The values stored when the form was opened. */
  found: Kept<unknown> | null
  /** When they were entered, until they are saved or discarded. */
  restoredAt: string | null
  /** Stores these values; null: nothing is unsaved any more. */
  keep: (form: Omit<Kept<unknown>, 'at'> | null) => void
  /** Stores what is still waiting for a pause. */
  keepNow: () => void
  /** The restored values were saved or discarded. */
  settle: () => void
}>

/**
 * Keeps a form's unsaved values in this browser under this name until they are saved, discarded, or the person signs
 * out: they survive a closed window. Kept per person and organization. Of two tabs with the same form, the one that
 * was edited last is kept, as a whole: values of two records are never mixed, and each tab keeps showing and sending
 * its own. Only a tab that is closed unsaved after another one was edited loses them. A draft for each tab would
 * offer people a list of drafts to choose from, most of which they meant to leave.
 */
export function useDraft(name: string): Draft {
  const user = useSession()?.user.id
  const owner = `${user}:${currentOrganization()}`
  const [found] = useState(() => (user ? readKept<unknown>(browserStorage(), owner, name) : null))
  const [restoredAt, setRestoredAt] = useState(found?.at ?? null)
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

  const unsaved = useRef<Omit<Kept<unknown>, 'at'> | null>(null)
  const write = useCallback(() => {
    // Signing out deletes everything, and the form that closes with it must not store itself again.
    if (unsaved.current === null || user === undefined || signedInUser() !== user) return
    writeKept(browserStorage(), owner, name, { ...unsaved.current, at: new Date().toISOString() })
  }, [user, owner, name])

  // Another tab with the same form saved or discarded its own input: this one's is still unsaved.
  useEffect(() => {
    const restore = ({ key, newValue }: StorageEvent) => {
      if (key === keptKey(owner, name) && newValue === null) setTimeout(write, signedOutMs)
    }
    window.addEventListener('storage', restore)
    return () => window.removeEventListener('storage', restore)
  }, [owner, name, write])

  const keep: Draft['keep'] = (form) => {
    clearTimeout(waiting.current?.timer)
    waiting.current = null
    unsaved.current = form
    if (!user) return
    if (form === null) return dropKept(browserStorage(), owner, name)
    waiting.current = { write, timer: setTimeout(flush, pauseMs) }
  }
  return { found, restoredAt, keep, keepNow: flush, settle: () => setRestoredAt(null) }
}

/** When a form's stored input was entered, kept up to date, and how to discard it; null if there is none. */
export function useStoredDraft(name: string): { at: string; discard: () => void } | null {
  const user = useSession()?.user.id
  const owner = `${user}:${currentOrganization()}`
  const at = useSyncExternalStore(onKeptChange, () => readKept<unknown>(browserStorage(), owner, name)?.at ?? null)
  return at === null || user === undefined ? null : { at, discard: () => dropKept(browserStorage(), owner, name) }
}
