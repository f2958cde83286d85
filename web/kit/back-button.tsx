import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { goBack, wasElsewhere } from './back-closes.ts'
import classes from './back-button.module.css'
import { useGo } from './use-go.ts'

type BackButtonProps = Readonly<{
  /** The record's list: Back leads there if the tab was opened on this record. */
  to: string
  /** Leads to `to` wherever you came from. */
  always?: boolean | undefined
}>

/** Returns to the screen you came from, with its filters and its scroll position as they were. */
export function BackButton({ to, always = false }: BackButtonProps) {
  const { history } = useRouter()
  const canGoBack = useRouterState({ select: ({ location }) => wasElsewhere(location.state) })
  const go = useGo()
  return (
    <button type="button" className={classes['back']} onClick={() => (canGoBack && !always ? goBack(history) : go(to))}>
      <IconArrowLeft size={16} stroke={1.7} aria-hidden />
      Back
    </button>
  )
}
