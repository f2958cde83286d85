import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'

type FailureAlertProps = Readonly<{ children: ReactNode; className?: string | undefined; ref?: Ref<HTMLDivElement> }>

/** Why something failed, above what it concerns; screen readers announce it. */
export function FailureAlert({ children, className, ref }: FailureAlertProps) {
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle size={18} stroke={1.7} />}
      {...(className === undefined ? {} : { className })}
      {...(ref === undefined ? {} : { ref })}
    >
      {children}
    </Alert>
  )
}
