import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { PageHeader } from '../kit/page-header.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { CountSheetDialog } from './count-sheet-dialog.tsx'

type CountHeaderProps = Readonly<{
  location_id: string
  locationName: string | undefined
  since: string
  /** How many products are left to count; null until that is known. */
  left: number | null
}>

/** The title, and the sheet to count on paper: `?sheet=1` opens its dialog. */
export function CountHeader({ left, ...count }: CountHeaderProps) {
  const [{ sheet }, setUrl] = useUrlState({ sheet: '' })
  return (
    <>
      <PageHeader
        title="Stock Count"
        subtitle="Count what is on the shelf, product by product"
        actions={
          <Button
            variant="default"
            visibleFrom="sm"
            leftSection={<IconPrinter size={16} />}
            onClick={() => setUrl({ sheet: '1' })}
          >
            Print Count Sheet
          </Button>
        }
      />
      <CountSheetDialog
        {...count}
        left={left ?? 0}
        opened={sheet !== '' && left !== null}
        onClose={() => setUrl({ sheet: '' })}
      />
    </>
  )
}
