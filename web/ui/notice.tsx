import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

type NoticeProps = Readonly<{ tone: 'amber' | 'gray'; icon: ReactNode; title: string; children: ReactNode }>

/** A notice to read before continuing. Its buttons are at its end. */
export function Notice({ tone, icon, title, children }: NoticeProps) {
  return (
    <Alert icon={icon} title={title} className={classes['notice']} data-tone={tone}>
      <span className={classes['text']}>{children}</span>
    </Alert>
  )
}
