import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { secondFactorFailureText } from '../auth/auth-texts.ts'
import { CopyButton } from '../kit/copy-field.tsx'
import { ShownOnce } from '../kit/dialog.tsx'
import { queryClient } from '../kit/query-client.ts'
import { auth, renewSession } from '../kit/session.ts'
import { proofNeeded, type ProofKind } from './reauthenticate.tsx'
import classes from './profile.module.css'

/** Creates the recovery codes and shows them once. `replaces`: earlier ones stop working. */
export function RecoveryCodes({
  replaces,
  onDone,
  onProofNeeded,
}: {
  replaces: boolean
  onDone: () => void
  /** The last proof of a factor is too old: no codes were created. */
  onProofNeeded: (kind: ProofKind) => void
}) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isAsked = useRef(false)
  const needProof = useRef(onProofNeeded)
  useEffect(() => {
    // Once: only the first response shows these codes.
    if (isAsked.current) return
    isAsked.current = true
    const asked = replaces ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate()
    void asked.then(async ({ data, error }) => {
      const proof = proofNeeded(error)
      if (proof) return needProof.current(proof)
      if (error) return setFailure(secondFactorFailureText(error))
      setCodes(data.codes.map(grouped))
      await queryClient.invalidateQueries({ queryKey: ['user', 'recovery-codes'] })
      await renewSession()
    })
  }, [replaces])
  const text = codes?.join('\n') ?? ''
  return (
    <div className={classes['dialog']}>
      {!failure && <ShownOnce />}
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <p>
        Save these codes somewhere safe. Each one lets you sign in once without your other factors. You won’t see them
        again.
      </p>
      {codes ? (
        <ul className={classes['codes']} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      ) : (
        !failure && <Skeleton h={176} />
      )}
      <div className={classes['end']}>
        {codes && (
          <>
            <CopyButton value={text} label="Copy" />
            <Button
              variant="default"
              component="a"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Onhand recovery codes\n\n${text}\n`)}`}
              download="onhand-recovery-codes.txt"
              leftSection={<IconDownload size={16} stroke={1.6} />}
            >
              Download
            </Button>
          </>
        )}
        {(codes || failure) && <Button onClick={onDone}>{codes ? 'I saved my codes' : 'Close'}</Button>}
      </div>
    </div>
  )
}

/** `k4m9-x7qp-2ab8-ht3z`: groups of four are easy to read and type. */
function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}
