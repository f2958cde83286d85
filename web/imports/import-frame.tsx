import { IconFileSpreadsheet, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { RecordFrame } from '../kit/record-page.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'

type ImportFrameProps = Readonly<{
  subtitle?: ReactNode
  badges?: ReactNode
  actions?: ReactNode
  primary?: ReactNode
  children: ReactNode
}>

/** The frame of every step, for members who may import. */
export function ImportFrame({ children, ...head }: ImportFrameProps) {
  const mayImport = useMay('imports.write')
  const breadcrumb = [{ label: 'Settings', to: '/settings/import' }]
  if (mayImport === false)
    return (
      <RecordFrame breadcrumb={breadcrumb} title="Import">
        <Card>
          <EmptyState
            icon={IconLock}
            title="You can’t import data"
            text="Ask an owner or admin of your company to import the file, or to change your role."
          />
        </Card>
      </RecordFrame>
    )
  return (
    <RecordFrame breadcrumb={breadcrumb} title="Import" {...head}>
      {children}
    </RecordFrame>
  )
}

/** Shown if an import isn't found. */
export function MissingImport({ action }: { action: ReactNode }) {
  return (
    <Card>
      <EmptyState
        icon={IconFileSpreadsheet}
        title="Import not found"
        text="Unconfirmed files are kept for 24 hours. Choose the file again to continue."
        action={action}
      />
    </Card>
  )
}
