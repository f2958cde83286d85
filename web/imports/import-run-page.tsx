import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { type ImportFile, previewImportFile } from '../../contract/import-files.ts'
import { type ImportProgress as Known, readImport, readImportProgress } from '../../contract/imports.ts'
import { ApiError, useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { currentOrganization } from '../kit/organization.ts'
import { queryClient } from '../kit/query-client.ts'
import { keyOf } from '../kit/query-keys.ts'
import { act } from '../kit/use-command.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { sizeText } from '../ui/size-text.ts'
import { ConflictList } from './conflict-list.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportFrame, MissingImport } from './import-frame.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress, useImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportSteps } from './import-steps.tsx'
import classes from './imports.module.css'
import { previewKey, unreadChoices } from './reading-store.ts'
import { useChooseFile } from './use-choose-file.ts'
import { type Confirming, useConfirm } from './use-confirm.ts'
import { Waiting } from './waiting.tsx'

/** One import by its address: its file awaits confirmation, it runs, or it is done. */
export function ImportRunPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <Run key={id} id={id} />
}

function Run({ id }: { id: string }) {
  const progress = useRead(readImportProgress, { id })
  const confirming = useConfirm(id)
  const { isImporting, importId } = confirming.state
  if (isImporting) return <Running id={importId} />
  if (progress.error?.isMissing) return <Missing />
  if (progress.data === undefined)
    return (
      <ImportFrame>
        <Card>
          {progress.error ? (
            <ErrorState
              error={progress.error}
              fallback="Failed to load the import"
              onRetry={() => void progress.refetch()}
            />
          ) : (
            <Waiting text="Loading…" />
          )}
        </Card>
      </ImportFrame>
    )
  const { phase } = progress.data
  if (phase === 'waiting') return <Review id={id} confirming={confirming} />
  if (phase === 'finished') return <Done id={id} />
  return (
    <Running
      id={id}
      onEnd={(ended) => queryClient.setQueryData(keyOf(readImportProgress, { id }, currentOrganization()), ended)}
    />
  )
}

/** The preview: everything the file would do and all its problems, until it is confirmed. */
function Review({ id, confirming }: { id: string; confirming: Confirming }) {
  const preview = useQuery<ImportFile, ApiError>({
    queryKey: previewKey(id),
    queryFn: () => act(previewImportFile, { id }),
    // A confirmation writes exactly what was shown: it changes only when the person requests another preview.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const choose = useChooseFile({ replace: true })
  // Choices that haven't been read would be left out of the import without a word.
  const [isMatching, setMatching] = useState(unreadChoices(id) !== undefined)
  const { state, cancel, setStock, importAll, dismiss, forget } = confirming
  const file = preview.data
  if (preview.error?.isMissing) return <Missing />
  if (!file) return <NoPreview error={preview.error} onRetry={() => void preview.refetch()} />
  return (
    <ImportFrame
      subtitle={
        <>
          {file.file_name} · {sizeText(file.size_bytes)} · read <Moment at={file.created_at} /> · nothing imported yet
        </>
      }
      actions={
        <>
          <FileDrop
            compact
            onFile={(chosen) => {
              forget()
              choose(chosen)
            }}
          />
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </>
      }
      primary={
        <ConfirmImport
          file={file}
          isMatching={isMatching}
          isBusy={state.askedStock !== null}
          onConfirm={() => void importAll(file)}
        />
      }
    >
      <ImportSteps current="Review" notes={{ File: file.file_name }} />
      <div className={classes['stack']}>
        <Failure state={state} dismiss={dismiss} file_name={file.file_name} />
        <ImportPreview
          file={file}
          askedStock={state.askedStock}
          onSetStock={(set) => void setStock(set)}
          matching={{ isOpen: isMatching, setOpen: setMatching }}
        />
      </div>
    </ImportFrame>
  )
}

/** Until the preview is there, or if it can't be made. */
function NoPreview({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  return (
    <ImportFrame>
      <ImportSteps current="Review" />
      <Card>
        {error ? (
          <ErrorState error={error} fallback="Failed to preview the file" onRetry={onRetry} />
        ) : (
          <Waiting text="Checking every row…" />
        )}
      </Card>
    </ImportFrame>
  )
}

type ConfirmImportProps = Readonly<{
  file: ImportFile
  isMatching: boolean
  /** Another preview is on its way. */
  isBusy: boolean
  onConfirm: () => void
}>

/** The confirmation, and why it is off. */
function ConfirmImport({ file: { preview }, isMatching, isBusy, onConfirm }: ConfirmImportProps) {
  const { problem_count: problems, changes_nothing } = preview
  const disabled = isMatching || isBusy || problems > 0 || changes_nothing
  const first = isMatching
    ? 'Read the file with its columns first'
    : problems > 0 && `Fix ${counted(problems, 'problem')} to import`
  return (
    <>
      {first && (
        <p id="first-to-import" className={classes['fixFirst']} data-tone={isMatching ? undefined : 'red'}>
          {first}
        </p>
      )}
      <Button disabled={disabled} onClick={onConfirm} aria-describedby={first ? 'first-to-import' : undefined}>
        Confirm Import
      </Button>
    </>
  )
}

type FailureProps = Pick<Confirming, 'state' | 'dismiss'> & { file_name: string }

function Failure({ state: { failure, conflicts }, dismiss, file_name }: FailureProps) {
  if (failure === null) return null
  return (
    <Alert
      role="alert"
      color={conflicts.length > 0 ? 'yellow' : 'red'}
      icon={<IconAlertCircle size={18} stroke={1.7} />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={dismiss}
    >
      {failure}
      {conflicts.length > 0 && <ConflictList conflicts={conflicts} file_name={file_name} />}
    </Alert>
  )
}

function Running({ id, onEnd }: { id: string; onEnd?: (progress: Known) => void }) {
  const progress = useImportProgress(id, onEnd)
  // Until the server reports that it runs, the confirmation may still be on its way.
  const isRunning = progress !== null && progress.phase !== 'waiting'
  return (
    <ImportFrame
      subtitle={isRunning ? 'You can leave this page. The import continues in the background.' : 'Starting the import…'}
    >
      <ImportSteps current="Import" />
      <Card>
        <ImportProgress progress={progress} />
      </Card>
    </ImportFrame>
  )
}

function Done({ id }: { id: string }) {
  const result = useRead(readImport, { id })
  if (result.error?.isMissing) return <Missing />
  if (!result.data)
    return (
      <ImportFrame>
        <ImportSteps current="Done" />
        <Card>
          {result.error ? (
            <ErrorState
              error={result.error}
              fallback="Failed to load the import"
              onRetry={() => void result.refetch()}
            />
          ) : (
            <Waiting text="Loading…" />
          )}
        </Card>
      </ImportFrame>
    )
  return <ImportResult result={result.data} />
}

function Missing() {
  return (
    <ImportFrame>
      <MissingImport
        action={
          <Button component={Link} to="/import" variant="default">
            Choose a file
          </Button>
        }
      />
    </ImportFrame>
  )
}
