import { Loader } from '@mantine/core'
import classes from './full-page-spinner.module.css'

/** Shown while nothing else can be shown yet. */
export function FullPageSpinner() {
  return (
    <div className={classes['root']} role="status" aria-label="Loading" data-full-page-spinner>
      <Loader size={28} />
    </div>
  )
}
