import { Button } from '@mantine/core'
import { IconArrowLeft, IconBike, IconTrash } from '@tabler/icons-react'
import classes from './sample-banner.module.css'
import { useSampleCompany } from './use-sample-company.ts'

/** On top of every screen of the sample company: the way back, and the button to remove it. */
export function SampleBanner() {
  const { isHere, home, mayRemove, leave, remove } = useSampleCompany()
  if (!isHere) return null
  return (
    <section className={classes['root']} aria-label="Sample company">
      <IconBike size={18} stroke={1.6} aria-hidden className={classes['sign']} />
      <span className={classes['text']}>You’re in the sample company</span>
      <div className={classes['ways']}>
        {home && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowLeft size={14} stroke={1.8} />}
            className={classes['back'] ?? ''}
            title={`Back to ${home.name}`}
            onClick={() => void leave()}
          >
            Back to {home.name}
          </Button>
        )}
        {mayRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={classes['remove'] ?? ''}
            title="Remove sample company"
            leftSection={<IconTrash size={14} stroke={1.8} />}
            onClick={() => void remove()}
          >
            Remove sample company
          </Button>
        )}
      </div>
    </section>
  )
}
