import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { downloadImportTemplate } from '../../contract/imports.ts'
import { saveFile } from '../kit/save-file.ts'

/** An empty workbook with the sheets and columns that an import reads. */
export function TemplateButton({ variant = 'default' }: { variant?: 'default' | 'subtle' }) {
  return (
    <Button
      variant={variant}
      leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
      onClick={() => void saveFile(downloadImportTemplate, {}, 'Failed to download the template')}
    >
      Download template
    </Button>
  )
}
