import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { useSetPageTitle } from './page-title.ts'

type PageHeaderProps = Readonly<{
  title: string
  /** One line: what is here, in numbers where there are some. */
  subtitle?: ReactNode
  /** The one thing people come here to do: a filled button. On phones it sits at the bottom, under the thumb. */
  primary?: ReactNode
  /** Other things to do here, as `variant="default"` buttons. */
  actions?: ReactNode
}>

/** The head of a screen. Names the browser's tab and, on phones, the top bar. */
export function PageHeader({ title, subtitle, primary, actions }: PageHeaderProps) {
  useSetPageTitle(title)
  return (
    <header className={classes['root']}>
      <div className={classes['text']}>
        <h1 className={classes['title']}>{title}</h1>
        {subtitle !== undefined && <p className={classes['subtitle']}>{subtitle}</p>}
      </div>
      <div className={classes['actions']}>
        {actions}
        {primary && (
          <div className={classes['primary']} data-bottom-bar>
            {primary}
          </div>
        )}
      </div>
    </header>
  )
}
