import { forgetKept } from './kept-forms.ts'
import { forgetPerson } from './query-client.ts'
import { auth, leaveSession } from './session.ts'

/**
 * Ends this session, and with it what the browser holds of the organization, unsaved forms as well; the guards then
 * lead to /auth. Scope `local` forgets the session here before the server is asked to end it, so anyone who leaves a
 * shared computer is out even when no answer comes.
 */
export async function signOut(): Promise<void> {
  forgetKept()
  leaveSession()
  await auth.signOut({ scope: 'local' })
  forgetPerson()
  // What was still being written down while the session ended.
  forgetKept()
}
