import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { sizeText } from '../ui/size-text.ts'
import classes from './reports.module.css'
import type { DownloadState } from './use-download.ts'

type DownloadStateProps = Readonly<{ state: DownloadState; file: string; onClose: () => void }>

/** The progress of a download, and why it failed; nothing if there is none. */
export function DownloadStatus({ state, file, onClose }: DownloadStateProps) {
  if (state.status === 'idle') return null
  if (state.status === 'failed')
    return (
      <Alert
        role="alert"
        color="red"
        mb={16}
        title={`${file} couldn’t be downloaded`}
        icon={<IconAlertCircle size={18} stroke={1.7} />}
        withCloseButton
        closeButtonLabel="Close"
        onClose={onClose}
      >
        {state.message}
      </Alert>
    )
  return (
    <div className={classes['running']}>
      <Loader size={16} aria-hidden />
      <span role="status">
        Downloading {file}.{state.format}
      </span>
      <span className={classes['bytes']}>{state.bytes > 0 ? sizeText(state.bytes) : ''}</span>
      <Button variant="default" size="compact-sm" onClick={state.cancel}>
        Cancel
      </Button>
    </div>
  )
}
