import { Button, type ButtonProps } from '@mantine/core'
import { useSampleCompany } from './use-sample-company.ts'

/** Leads into the sample company; the first press makes it. */
export function ExploreButton(props: ButtonProps) {
  const { explore, isCreating } = useSampleCompany()
  return (
    <Button variant="default" {...props} loading={isCreating} onClick={() => void explore()}>
      Explore with sample data
    </Button>
  )
}
