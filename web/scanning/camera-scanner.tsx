import { ActionIcon, Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBulb, IconBulbOff } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { messageOf } from '../kit/api-error.ts'
import { type CameraProblem, readerMissing } from './camera-problem.ts'
import classes from './scanning.module.css'
import { useCamera, useTorch } from './use-camera.ts'
import { useReadCodes } from './use-read-codes.ts'

/** What became of a code, and what to do once the camera is closed: it closes after `ok`, unless it `continues`. */
export type ScanResult = Readonly<{ text: string; ok: boolean; onClosed?: () => void }>
export type OnCode = (code: string) => ScanResult | Promise<ScanResult>

type CameraScannerProps = Readonly<{ onCode: OnCode; continues: boolean; onClose: () => void }>

const hint = 'Hold a barcode or QR code inside the frame.'

/** Escape closes the camera, not the dialog below it: Mantine's dialogs ignore keys from such elements. */
const ownEscape = { 'data-mantine-stop-propagation': true } as const

/** The camera's picture with a frame for the code; fills the screen on phones. */
export function CameraScanner({ onCode, continues, onClose }: CameraScannerProps) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const frame = useRef<HTMLDivElement>(null)
  const { video, track, problem, retry } = useCamera()
  const torch = useTorch(track)
  const { result, take } = useResult(onCode, continues, onClose)
  const reading = useReadCodes({ video, frame, isOn: track !== null, onCode: take })
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  const shownProblem = problem ?? (reading.hasFailed ? readerMissing : null)
  return (
    <Modal
      title="Scan with camera"
      opened
      onClose={onClose}
      size={560}
      fullScreen={phone}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onKeyDown={closeOnEscape}
      closeButtonProps={{ 'aria-label': 'Close', ...ownEscape }}
      attributes={{ content: ownEscape }}
      classNames={{
        content: classes['content'] ?? '',
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        body: classes['body'] ?? '',
      }}
    >
      <div className={classes['view']} data-problem={shownProblem ? true : undefined}>
        <video ref={video} className={classes['picture']} muted playsInline aria-hidden />
        {shownProblem ? (
          <Problem {...shownProblem} onRetry={problem ? retry : reading.retry} />
        ) : (
          <div ref={frame} className={classes['frame']} data-found={reading.isClear ? undefined : result?.ok} />
        )}
        {torch && !shownProblem && (
          <ActionIcon
            className={classes['torch'] ?? ''}
            size={44}
            aria-label="Light"
            aria-pressed={torch.isOn}
            onClick={torch.toggle}
            {...ownEscape}
          >
            {torch.isOn ? <IconBulbOff size={22} stroke={1.6} /> : <IconBulb size={22} stroke={1.6} />}
          </ActionIcon>
        )}
      </div>
      <p role="status" className={classes['result']} data-ok={result?.ok}>
        {result?.text ?? (shownProblem ? '' : track && reading.isReady ? hint : 'Starting the camera…')}
      </p>
      {continues && (
        <Button className={classes['done'] ?? ''} onClick={onClose} {...ownEscape}>
          Done
        </Button>
      )}
    </Modal>
  )
}

function Problem({ title, text, onRetry }: CameraProblem & { onRetry: () => void }) {
  return (
    <div role="alert" className={classes['problem']}>
      <p className={classes['problemTitle']}>{title}</p>
      <p>{text}</p>
      <Button variant="default" onClick={onRetry} {...ownEscape}>
        Try again
      </Button>
    </div>
  )
}

/** What the last code was. `take` passes a code on, and closes the camera after the one that was wanted. */
function useResult(onCode: OnCode, continues: boolean, onClose: () => void) {
  const [result, setResult] = useState<ScanResult | null>(null)
  const isDone = useRef(false)
  const take = async (code: string) => {
    if (isDone.current) return
    const found = await resultOf(onCode, code)
    // Another code may have closed it meanwhile.
    if (isDone.current) return
    navigator.vibrate?.(found.ok ? 60 : [60, 60, 60])
    setResult(found)
    if (continues || !found.ok) return
    isDone.current = true
    onClose()
    found.onClosed?.()
  }
  return { result, take }
}

async function resultOf(onCode: OnCode, code: string): Promise<ScanResult> {
  try {
    return await onCode(code)
  } catch (error) {
    return { text: messageOf(error, 'The code couldn’t be looked up. Please try again.'), ok: false }
  }
}
