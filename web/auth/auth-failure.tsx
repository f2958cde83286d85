import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './auth-page.module.css'

/** The error, above its form. */
export function AuthFailure({ children }: { children: ReactNode }) {
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle size={18} stroke={1.7} />} className={classes['failure']}>
      {children}
    </Alert>
  )
}
