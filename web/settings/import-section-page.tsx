import { IconLock } from '@tabler/icons-react'
import { createImport } from '../../contract/imports.ts'
import { ImportSection } from '../imports/import-section.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { useMay } from '../kit/use-may.ts'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { Card } from '../ui/card.tsx'

/** Starts an import, and lists earlier ones. */
export function ImportSectionPage() {
  const mayImport = useMay(createImport) !== false
  return (
    <SettingsFrame title="Excel Data Import" subtitle="Import products, categories and stock from an Excel or CSV file">
      {mayImport ? (
        <ImportSection />
      ) : (
        <Card>
          <EmptyState icon={IconLock} title="You can’t import data" text="Ask an owner or admin of your company." />
        </Card>
      )}
    </SettingsFrame>
  )
}
