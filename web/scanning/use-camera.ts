import { useDocumentVisibility } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cameraEnded, type CameraProblem, cameraProblem } from './camera-problem.ts'

const wanted: MediaStreamConstraints = {
  audio: false,
  // The camera at the back. A phone's codes are sharp enough at this size, and larger pictures take longer to read.
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

type CameraState = Readonly<{ track: MediaStreamTrack | null; problem: CameraProblem | null }>
const starting: CameraState = { track: null, problem: null }

/**
 * Shows the camera's picture in the element with the ref `video` while it is mounted and the tab is visible: at any
 * other time the camera is off. `track` is null until there is a picture.
 */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>(starting)
  const [attempt, setAttempt] = useState(0)
  const isVisible = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isVisible) return
    let isCurrent = true
    let stream: MediaStream | null = null
    const open = async () => {
      const opened = await navigator.mediaDevices.getUserMedia(wanted)
      if (!isCurrent) return stop(opened)
      stream = opened
      const [track] = opened.getVideoTracks()
      if (!video.current || !track) return
      track.addEventListener('ended', () => isCurrent && setState({ track: null, problem: cameraEnded }))
      video.current.srcObject = opened
      await video.current.play()
      if (isCurrent) setState({ track, problem: null })
    }
    open().catch((error: unknown) => isCurrent && setState({ track: null, problem: cameraProblem(error) }))
    return () => {
      isCurrent = false
      if (stream) stop(stream)
      setState(starting)
    }
  }, [isVisible, attempt])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return { ...state, video, retry }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The light beside a camera; null if it has none. */
export function useTorch(track: MediaStreamTrack | null): { isOn: boolean; toggle: () => void } | null {
  const [light, setLight] = useState<{ track: MediaStreamTrack; state: 'on' | 'off' | 'broken' } | null>(null)
  const state = light && light.track === track ? light.state : 'off'
  if (!track || !hasTorch(track) || state === 'broken') return null
  const next = state === 'on' ? 'off' : 'on'
  const toggle = () =>
    void track.applyConstraints({ advanced: [{ torch: next === 'on' } as MediaTrackConstraintSet] }).then(
      () => setLight({ track, state: next }),
      () => setLight({ track, state: 'broken' }),
    )
  return { isOn: state === 'on', toggle }
}

/** Browsers say true, or the list of what it can be. */
function hasTorch(track: MediaStreamTrack): boolean {
  const { torch } = (track.getCapabilities?.() ?? {}) as { torch?: unknown }
  return Array.isArray(torch) ? torch.includes(true) : torch === true
}
