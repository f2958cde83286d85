import { Progress } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ImportProgress as Known, readImportProgress } from '../../contract/imports.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { call } from '../kit/api.ts'
import classes from './imports.module.css'

const askEveryMs = 400

/**
 * The progress of an import or its undo, polled while it runs; null until the server has reported any. `onEnd` is
 * called when it no longer runs: it is stored, or was given up and its file waits again.
 */
export function useImportProgress(id: string, onEnd?: (progress: Known) => void): Known | null {
  const [progress, setProgress] = useState<Known | null>(null)
  const ended = useEffectEvent((answer: Known) => {
    if (answer.phase === 'finished' || answer.phase === 'waiting') onEnd?.(answer)
  })
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    // Asks again after each response. A missing one, or one that doesn't know the import yet, costs one step of the
    // bar; the import itself continues.
    const ask = async () => {
      const answer = await call(readImportProgress, { id }, { signal: stop.signal }).catch(() => null)
      if (stop.signal.aborted) return
      if (answer) {
        setProgress(answer)
        ended(answer)
      }
      timer = setTimeout(ask, askEveryMs)
    }
    timer = setTimeout(ask, askEveryMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id])
  return progress
}

export function ImportProgress({ progress }: Readonly<{ progress: Known | null }>) {
  const percent = percentOf(progress)
  const isUndo = progress?.phase === 'undoing'
  return (
    <div className={classes['progress']} role="status" aria-live="polite">
      <p className={classes['fileName']}>{isUndo ? 'Undoing the import' : 'Importing'}</p>
      <Progress value={percent} animated aria-label={isUndo ? 'Undo progress' : 'Import progress'} />
      <p className={classes['quiet']}>
        {phaseText(progress)} All changes are saved together. If anything fails, nothing is saved.
      </p>
    </div>
  )
}

/** Products take the first third of the time, their stock most of the rest. */
function percentOf(progress: Known | null): number {
  if (!progress) return 3
  const part = progress.total === 0 ? 0 : progress.done / progress.total
  if (progress.phase === 'products') return 8 + 27 * part
  if (progress.phase === 'stock') return 35 + 58 * part
  if (progress.phase === 'undoing') return 8 + 87 * part
  if (progress.phase === 'finished') return 100
  return progress.phase === 'finishing' ? 96 : 5
}

function phaseText(progress: Known | null): string {
  if (!progress || progress.total === 0)
    return progress?.phase.startsWith('finish') ? 'Finishing.' : 'Checking every row again.'
  const numbers = `${formatQuantity(progress.done)} of ${formatQuantity(progress.total)} products`
  if (progress.phase === 'undoing') return `Removing stock: ${numbers}.`
  return progress.phase === 'products' ? `Saving products: ${numbers}.` : `Updating stock: ${numbers}.`
}
