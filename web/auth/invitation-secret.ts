import { browserStorage } from '../kit/browser-storage.ts'

const key = 'onhand-invitation'

/** The part of the browser's storage this needs; tests pass their own. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The secret of the invitation that was opened here. It comes in the fragment of the link, which no server sees, and is
 * stored in this browser until the invitation is accepted or declined: signing up may involve an email in between.
 */
export function invitationSecret(hash: string, store: Store = browserStorage()): string | null {
  const given = hash.replace(/^#/, '')
  try {
    if (given !== '') store.setItem(key, given)
    return given === '' ? store.getItem(key) : given
  } catch {
    // A browser that stores nothing still has the link.
    return given === '' ? null : given
  }
}

/** The invitation was accepted or declined. */
export function forgetInvitation(store: Store = browserStorage()): void {
  try {
    store.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
