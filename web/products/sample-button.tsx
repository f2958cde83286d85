import { Button } from '@mantine/core'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { useCommand } from '../kit/api.ts'
import { focusHeading } from '../kit/focus-heading.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'

/** Makes the sample company in the organisation, which must have no products yet. */
export function SampleButton() {
  const sample = useCommand(createSampleCompany)
  const explore = async () => {
    try {
      const { products, transactions } = await sample.run({})
      // The button is gone with the emptiness it stood in.
      focusHeading()
      toastDone(`A bicycle workshop with ${products} products and ${transactions} movements is ready to explore`)
    } catch (error) {
      toastFailed(error, 'Failed to make the sample company')
    }
  }
  return (
    <Button variant="default" loading={sample.pending} onClick={() => void explore()}>
      Explore with sample data
    </Button>
  )
}
