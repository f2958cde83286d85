import { forgetKept } from './kept-forms.ts'
import { forgetPerson } from './query-client.ts'
import { auth, leaveSession } from './session.ts'

/**
 * Ends this session, and clears the browser's data of the organization, including unsaved forms; the guards then lead
 * to /auth. Scope `local` clears the session here before the server is asked to end it, so a person who leaves a shared
 * computer is signed out even without a response.
 */
export async function signOut(): Promise<void> {
  forgetKept()
  leaveSession()
  await auth.signOut({ scope: 'local' })
  forgetPerson()
  // Data still being stored while the session ended.
  forgetKept()
}
