import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

type NoticeProps = Readonly<{ tone: 'amber' | 'gray'; icon: ReactNode; title: string; children: ReactNode }>

/** What someone should know before going on. Buttons in it stand at its end. */
export function Notice({ tone, icon, title, children }: NoticeProps) {
  return (
    <Alert icon={icon} title={title} className={classes['notice']} data-tone={tone}>
      <span className={classes['text']}>{children}</span>
    </Alert>
  )
}
