import { Loader } from '@mantine/core'
import { useStillTrying } from './sending.ts'
import classes from './sending-notice.module.css'

/** Shows that a command is still running, for controls without space for the text. */
export function SendingNotice() {
  const stillTrying = useStillTrying()
  return (
    <div role="status" aria-live="polite">
      {stillTrying && (
        <span className={classes['root']}>
          <Loader size={14} color="currentColor" aria-hidden />
          Still trying…
        </span>
      )}
    </div>
  )
}
