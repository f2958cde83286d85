import { Loader } from '@mantine/core'
import { useStillTrying } from './sending.ts'
import classes from './sending-notice.module.css'

/** Says that a command is still under way, for controls that have no room for the words. */
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
