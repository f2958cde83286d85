import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import {
  createImport,
  discardImportFile,
  downloadImportTemplate,
  type ImportFile,
  undoImport,
  uploadImportFile,
} from '../../contract/imports.ts'
import { call, download, messageOf, useCommand } from '../kit/api.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Card } from '../ui/card.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { undoneText } from './import-text.ts'
import classes from './imports.module.css'

/** Excel import, in Settings: choose a file, see everything it would do and everything that is wrong, then confirm or cancel. Past imports can be undone. */
export function ImportPanel() {
  const panel = useScrolledTo('import')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [reading, setReading] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [importId, setImportId] = useState<string | null>(null)
  const upload = useCommand(uploadImportFile)
  const confirmImport = useCommand(createImport)
  const undo = useCommand(undoImport)

  const read = async (chosen: File) => {
    if (file) forget(file)
    setFile(null)
    setFailure(null)
    setReading(chosen.name)
    try {
      setFile(await upload.run({ file_name: chosen.name, file: chosen as unknown as Uint8Array<ArrayBuffer> }))
    } catch (error) {
      setFailure(messageOf(error, 'Failed to parse Excel file'))
    } finally {
      setReading(null)
    }
  }

  const cancel = () => {
    if (file) forget(file)
    setFile(null)
  }

  const importAll = async (previewed: ImportFile) => {
    const id = crypto.randomUUID()
    setFailure(null)
    setImportId(id)
    try {
      await confirmImport.run({ id, import_file_id: previewed.id })
      setFile(null)
      toastDone('Data imported successfully!', {
        undo: async () => {
          const text = undoneText(await undo.run({ id }))
          if (text !== null) toastDone(text)
        },
        undone: 'Import taken back',
      })
    } catch (error) {
      setFailure(messageOf(error, 'Failed to import data'))
    } finally {
      setImportId(null)
    }
  }

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
              color="red"
              icon={<IconAlertCircle size={18} stroke={1.7} />}
              withCloseButton
              closeButtonLabel="Close"
              onClose={() => setFailure(null)}
            >
              {failure}
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
              onCancel={cancel}
              onConfirm={() => void importAll(file)}
              onChoose={(chosen) => void read(chosen)}
            />
          ) : (
            <FileDrop onFile={(chosen) => void read(chosen)} />
          )}
        </div>
      </Card>
      <ImportHistory />
    </div>
  )
}

/** A file that nobody will confirm is not kept longer than needed; if this fails, it goes by itself after a day. */
function forget(file: ImportFile): void {
  call(discardImportFile, { id: file.id }).catch(() => undefined)
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
