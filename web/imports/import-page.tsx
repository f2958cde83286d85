import { Alert } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet, IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { RecordFrame } from '../kit/record-page.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { routeOf } from '../ui/path.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportSteps } from './import-steps.tsx'
import classes from './imports.module.css'
import { forgetReading, useReading } from './reading-store.ts'
import { TemplateButton } from './template-button.tsx'
import { useChooseFile } from './use-choose-file.ts'
import { Waiting } from './waiting.tsx'

/** The first step of an import: its workbook is chosen and read. A file that was read has its own address. */
export function ImportPage() {
  const { reading, readId, failure } = useReading()
  const choose = useChooseFile({ replace: true })
  const navigate = useNavigate()
  useEffect(() => {
    if (readId === null) return
    forgetReading()
    void navigate({ ...routeOf(`/import/${readId}`), replace: true } as never)
  }, [readId, navigate])
  return (
    <ImportFrame subtitle="Products, categories and stock from one workbook" actions={<TemplateButton />}>
      <ImportSteps current="File" {...(reading === null ? {} : { notes: { File: reading } })} />
      <div className={classes['stack']}>
        {failure !== null && (
          <Alert
            role="alert"
            color="red"
            icon={<IconAlertCircle size={18} stroke={1.7} />}
            withCloseButton
            closeButtonLabel="Close"
            onClose={forgetReading}
          >
            {failure}
          </Alert>
        )}
        <Card>
          {reading !== null || readId !== null ? (
            <Waiting text={`Reading ${reading ?? ''}…`} />
          ) : (
            <FileDrop onFile={choose} />
          )}
        </Card>
        <ImportHistory />
      </div>
    </ImportFrame>
  )
}

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
            text="Ask an owner or admin of your company to import the workbook, or to change your role."
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
        text="A workbook is kept for 24 hours until it is imported. Choose the file again to continue."
        action={action}
      />
    </Card>
  )
}
