import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Clock } from '../../contract/as-of.ts'
import { AsOfPicker } from './as-of-picker.tsx'
import classes from './as-of-picker.module.css'
import { partsOf, pastText } from './as-of-text.ts'
import type { AsOf } from './use-as-of.ts'

const meanings: Record<Clock, string> = {
  happened:
    'Based on when things happened, including entries made later. Figures are negative where stock left before it arrived.',
  recorded: 'Based on what was recorded by then.',
}

/**
 * Says that a screen shows the past, which moment and by which clock; chooses another moment and leads back to now.
 * Nothing for the present.
 */
export function PastNotice({ asOf }: { asOf: AsOf }) {
  const { past, back, time_zone } = asOf
  if (!past) return null
  const isDay = partsOf(past.as_of, time_zone).time === ''
  return (
    <div className={classes['notice']}>
      <div className={classes['noticeText']} role="status">
        <p className={classes['noticeTitle']}>
          <IconHistory size={18} stroke={1.8} aria-hidden />
          You’re viewing the past: {isDay ? 'the end of ' : ''}
          {pastText(past.as_of, time_zone)}
        </p>
        <p className={classes['noticeMeaning']}>
          {meanings[past.by]} Time zone: {time_zone}.
        </p>
      </div>
      <div className={classes['noticeActions']}>
        <AsOfPicker asOf={asOf} />
        <Button size="sm" variant="default" onClick={back}>
          Back to now
        </Button>
      </div>
    </div>
  )
}
