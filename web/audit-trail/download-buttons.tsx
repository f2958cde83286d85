import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import type { DownloadState } from '../reports/use-download.ts'

export type Format = 'csv' | 'xlsx'

type DownloadButtonsProps = Readonly<{ state: DownloadState; onDownload: (format: Format) => void }>

export function DownloadButtons({ state, onDownload }: DownloadButtonsProps) {
  const running = state.status === 'running' ? state.format : null
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} />}
        loading={running === 'csv'}
        disabled={running === 'xlsx'}
        aria-label="Download CSV"
        onClick={() => onDownload('csv')}
      >
        {phone ? 'CSV' : 'Download CSV'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
        loading={running === 'xlsx'}
        disabled={running === 'csv'}
        aria-label="Download Excel"
        onClick={() => onDownload('xlsx')}
      >
        {phone ? 'Excel' : 'Download Excel'}
      </Button>
    </>
  )
}
