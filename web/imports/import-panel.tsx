import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { downloadImportTemplate } from '../../contract/imports.ts'
import { download } from '../kit/api.ts'
import { toastFailed } from '../kit/toast.tsx'
import { Card } from '../ui/card.tsx'
import { ConflictList } from './conflict-list.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import classes from './imports.module.css'
import { useImport } from './use-import.ts'

/**
 * Excel import, in Settings: choose a file, see everything it would do and everything that is wrong, then confirm or
 * cancel. Past imports can be undone.
 */
export function ImportPanel() {
  const panel = useScrolledTo('import')
  const { state, choose, cancel, setStock, importAll, dismiss } = useImport()
  const { file, reading, importId, failure, conflicts } = state
  return (
    <div className={classes['panel']} id="import" ref={panel}>
      <Card
        title="Excel Data Import"
        aside={
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
            onClick={() =>
              void download(downloadImportTemplate, {}).catch((error: unknown) =>
                toastFailed(error, 'Failed to download the template'),
              )
            }
          >
            Download template
          </Button>
        }
      >
        <div className={classes['stack']}>
          {failure !== null && (
            <Alert
              role="alert"
              color={conflicts.length > 0 ? 'yellow' : 'red'}
              icon={<IconAlertCircle size={18} stroke={1.7} />}
              withCloseButton
              closeButtonLabel="Close"
              onClose={dismiss}
            >
              {failure}
              {conflicts.length > 0 && <ConflictList conflicts={conflicts} />}
            </Alert>
          )}
          {importId !== null ? (
            <ImportProgress id={importId} fileName={file?.file_name ?? ''} />
          ) : reading !== null ? (
            <p className={classes['reading']} role="status">
              <Loader size={18} aria-hidden /> Reading {reading}…
            </p>
          ) : file ? (
            <ImportPreview
              file={file}
              askedStock={state.askedStock}
              onCancel={cancel}
              onConfirm={() => void importAll(file)}
              onChoose={(chosen) => void choose(chosen)}
              onSetStock={(set) => void setStock(file, set)}
            />
          ) : (
            <FileDrop onFile={(chosen) => void choose(chosen)} />
          )}
        </div>
      </Card>
      <ImportHistory />
    </div>
  )
}

/** The panel is loaded after the page it stands on, so an address that ends in its name finds it only now. */
function useScrolledTo(name: string) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (globalThis.location.hash !== `#${name}`) return undefined
    // The router puts a new page at its top once it stands; the turn after that is ours.
    const turn = setTimeout(() => ref.current?.scrollIntoView(), 50)
    return () => clearTimeout(turn)
  }, [name])
  return ref
}
