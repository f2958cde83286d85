import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { subjects } from './action-key.ts'
import type { Kept } from './kept-forms.ts'
import { currentOrganization } from './organization.ts'
import { sessionEnded, useSession } from './session.ts'
import type { Draft } from './use-draft.ts'

/** What was typed in this tab's open forms when its session ended, by person, organization and form. */
const left = new Map<string, Kept<unknown>>()

/**
 * The draft of a form that stores none: if the session ends while the form is open, its input is there again once the
 * same person has signed in and opened it. Only in this tab's memory, because another tab may have signed out.
 */
export function useInputAtSessionEnd(endpoint: Endpoint, inputOf: () => unknown): Draft {
  const user = useSession()?.user.id
  const [name] = useState(() => `${user} ${currentOrganization()} ${endpoint.name} ${recordsOf(endpoint, inputOf())}`)
  const [found] = useState(() => left.get(name) ?? null)
  const [restoredAt, setRestoredAt] = useState(found?.at ?? null)
  const unsaved = useRef<Omit<Kept<unknown>, 'at'> | null>(null)
  useEffect(() => {
    left.delete(name)
    return () => {
      if (unsaved.current && sessionEnded()) left.set(name, { ...unsaved.current, at: new Date().toISOString() })
    }
  }, [name])
  return {
    found,
    restoredAt,
    keep: (form) => {
      unsaved.current = form
    },
    keepNow: () => undefined,
    settle: () => setRestoredAt(null),
  }
}

/** The records that a form is about: those in its address, and those that it belongs to. */
function recordsOf({ path }: Endpoint, input: unknown): string {
  const isAbout = (name: string) => subjects.test(name) || path.split('/').includes(`:${name}`)
  return JSON.stringify(Object.entries((input ?? {}) as Record<string, unknown>).filter(([name]) => isAbout(name)))
}
