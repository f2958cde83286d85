import { Button } from '@mantine/core'
import { sampleCompanyName } from '../../contract/sample-company.ts'
import { Card } from '../ui/card.tsx'
import { ExploreButton } from './explore-button.tsx'
import classes from './settings-card.module.css'
import { useSampleCompany } from './use-sample-company.ts'

/** The sample company as seen from one's own: opens or removes it. Not shown inside it, where the banner does both. */
export function SampleSettingsCard() {
  const { sample, isHere, mayRemove, explore, remove } = useSampleCompany()
  if (isHere) return null
  return (
    <Card title="Sample company">
      <p className={classes['text']}>
        {sample
          ? `${sample.name} is a separate company. Nothing you try there changes your data.`
          : `Try things out in ${sampleCompanyName}, a sample bicycle shop. It opens as a separate company, so nothing is added to yours.`}
      </p>
      <div className={classes['actions']}>
        {sample ? (
          <Button variant="default" onClick={() => void explore()}>
            Open sample company
          </Button>
        ) : (
          <ExploreButton />
        )}
        {sample && mayRemove && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            Remove sample company
          </Button>
        )}
      </div>
    </Card>
  )
}
