import { type FormEvent, useState } from 'react'
import { failureText, newPasswordFailureText, newPasswordProblem } from '../auth/auth-texts.ts'
import { sixDigits } from '../auth/code-field.tsx'
import { auth } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'

type Problems = Readonly<{ proof?: string | undefined; password?: string | undefined }>

/** The typed values, their problems, and how to send them; typing clears a field's message. */
export function useNewPassword(canMail: boolean) {
  const [byCode, setByCode] = useState(false)
  const [proof, keepProof] = useState('')
  const [password, keepPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const sendCode = async () => {
    setFailure(null)
    setProblems({})
    const { error } = await auth.reauthenticate()
    if (error) return setFailure(failureText('sign-in', error))
    setByCode(true)
    keepProof('')
  }
  const useCurrent = () => {
    setByCode(false)
    keepProof('')
    setProblems({})
    setFailure(null)
  }
  const refused = async (error: Parameters<typeof newPasswordFailureText>[0]) => {
    switch (error.code) {
      case 'current_password_required':
        return setProblems({ proof: 'Enter your current password' })
      case 'current_password_invalid':
      case 'reauthentication_not_valid':
        return setProblems({ proof: newPasswordFailureText(error) })
      case 'reauthentication_needed':
        return canMail ? sendCode() : setFailure('Ask your administrator for a link to set a password.')
      case 'same_password':
      case 'weak_password':
        return setProblems({ password: newPasswordFailureText(error) })
      default:
        return setFailure(newPasswordFailureText(error))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const nonce = byCode ? sixDigits(proof) : null
    const found: Problems = {
      // A wrong code is used up, so an incomplete one isn't sent.
      proof: byCode && nonce === null ? 'Enter the 6 digits from the email' : undefined,
      password: newPasswordProblem(password),
    }
    setProblems(found)
    setFailure(null)
    if (found.proof ?? found.password) return
    setPending(true)
    const given = nonce !== null ? { nonce } : proof.trim() === '' ? {} : { current_password: proof }
    const { error } = await auth.updateUser({ password, ...given })
    setPending(false)
    if (error) return refused(error)
    keepProof('')
    keepPassword('')
    setByCode(false)
    toastDone('Password changed. Your other devices were signed out.')
  }
  const setProof = (text: string) => {
    keepProof(text)
    setProblems({ ...problems, proof: undefined })
  }
  const setPassword = (text: string) => {
    keepPassword(text)
    setProblems({ ...problems, password: undefined })
  }
  return { byCode, proof, password, problems, failure, pending, setProof, setPassword, sendCode, useCurrent, submit }
}
