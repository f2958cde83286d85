import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { useSetPageTitle } from './page-title.ts'

type PageHeaderProps = Readonly<{
  title: string
  /** The top bar's text on phones, if it isn't the title. */
  onPhone?: string
  /** One line about the content, with numbers if there are some. */
  subtitle?: ReactNode
  /** The screen's primary action: a filled button. On phones at the bottom, in thumb reach. */
  primary?: ReactNode
  /** Other actions, as `variant="default"` buttons. */
  actions?: ReactNode
}>

/** The header of a screen. Sets the title of the browser's tab and, on phones, of the top bar. */
export function PageHeader({ title, onPhone, subtitle, primary, actions }: PageHeaderProps) {
  useSetPageTitle(title, onPhone)
  return (
    <header className={classes['root']}>
      <div className={classes['text']}>
        <h1 className={classes['title']}>{title}</h1>
        {subtitle !== undefined && <p className={classes['subtitle']}>{subtitle}</p>}
      </div>
      {/* A new element, so that nothing counts as moved when an empty list takes the primary action away. */}
      <div key={primary ? 'primary' : 'others'} className={classes['actions']}>
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
