import { Alert } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Card } from '../ui/card.tsx'
import { routeOf } from '../ui/path.ts'
import { ColumnMatcher } from './column-matcher.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportFrame } from './import-frame.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportSteps } from './import-steps.tsx'
import classes from './imports.module.css'
import { forgetReading, useReading } from './reading-store.ts'
import { useChooseFile } from './use-choose-file.ts'
import { Waiting } from './waiting.tsx'

/** The first step of an import: its file is chosen and read. A file that was read has its own address. */
export function ImportPage() {
  const { reading, readId, failure, failed } = useReading()
  const matching = failed && failed.columns.length > 0 ? failed : null
  const choose = useChooseFile({ replace: true })
  const navigate = useNavigate()
  useEffect(() => {
    if (readId === null) return
    forgetReading()
    void navigate({ ...routeOf(recordAddress('import', readId)), replace: true } as never)
  }, [readId, navigate])
  return (
    <ImportFrame subtitle="Products, categories and stock from an Excel or CSV file">
      <ImportSteps current="File" {...(reading === null ? {} : { notes: { File: reading } })} />
      <div className={classes['stack']}>
        {matching && (
          <p className={classes['notice']} data-tone="amber" role="alert">
            <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
            <span>{failure}</span>
          </p>
        )}
        {failure !== null && !matching && (
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
        {matching && (
          <Card title="Match columns" flush>
            <ColumnMatcher
              key={`${matching.file.name} ${matching.file.lastModified}`}
              choosesSheet
              sheets={[{ sheet: 'Products', is_file: true, columns: [...matching.columns] }]}
              file={matching.file}
              keptAs={`${matching.file.name} ${matching.file.lastModified}`}
              onRead={choose}
              onCancel={forgetReading}
            />
          </Card>
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
