import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { newCodes } from './new-codes.ts'
import type { CodeReader } from './code-reader.ts'
import { loadCodeReader } from './read-codes.ts'
import { visiblePart } from './visible-part.ts'

/** Between two pictures, at least; and at least as long as the last one took, so that the screen stays responsive. */
const pauseMs = 60

/** A wider part is read at this width, where the bars of a code that fills the frame are still four pixels wide. */
const widestPx = 800

type ReadCodesOptions = Readonly<{
  video: RefObject<HTMLVideoElement | null>
  /** Only the part of the picture inside it is read. */
  frame: RefObject<HTMLElement | null>
  /** Whether there is a picture. */
  isOn: boolean
  onCode: (code: string) => Promise<void>
}>

/** Reads codes from the camera's picture while it is on. `isClear`: a code that was read before can be read again. */
export function useReadCodes({ video, frame, isOn, onCode }: ReadCodesOptions) {
  const [reader, setReader] = useState<CodeReader | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [isClear, setClear] = useState(true)
  const latest = useRef(onCode)
  useLayoutEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    let isCurrent = true
    loadCodeReader().then(
      (loaded) => isCurrent && setReader(() => loaded),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])
  useEffect(() => {
    if (!isOn || !reader) return
    let isCurrent = true
    const found = newCodes()
    const canvas = document.createElement('canvas')
    const read = async () => {
      while (isCurrent) {
        const startedAt = performance.now()
        const isDrawn = drawFrame(canvas, video.current, frame.current)
        const picture = found(isDrawn ? await reader(canvas) : null, performance.now())
        if (!isCurrent) return
        setClear(picture.isClear)
        if (picture.report !== null) void latest.current(picture.report)
        await pause(Math.max(pauseMs, performance.now() - startedAt))
      }
    }
    read().catch(() => isCurrent && setFailed(true))
    return () => {
      isCurrent = false
    }
  }, [video, frame, isOn, reader])
  const retry = () => {
    setFailed(false)
    setReader(null)
    setAttempt((before) => before + 1)
  }
  return { isReady: reader !== null, isClear, hasFailed, retry }
}

/** Draws the part of the video inside the frame; false while there is none. */
function drawFrame(canvas: HTMLCanvasElement, video: HTMLVideoElement | null, frame: HTMLElement | null): boolean {
  if (!video || !frame || video.videoWidth === 0) return false
  const size = { width: video.videoWidth, height: video.videoHeight }
  const { left, top, width, height } = visiblePart(size, video.getBoundingClientRect(), frame.getBoundingClientRect())
  const scale = Math.min(1, widestPx / width)
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return context !== null
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
