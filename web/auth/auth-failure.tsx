import type { ReactNode } from 'react'
import { FailureAlert } from '../ui/failure-alert.tsx'
import classes from './auth-page.module.css'

/** The error, above its form. */
export function AuthFailure({ children }: { children: ReactNode }) {
  return <FailureAlert className={classes['failure']}>{children}</FailureAlert>
}
