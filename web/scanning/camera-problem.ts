/** Why the camera shows nothing, and what to do. */
export type CameraProblem = Readonly<{ title: string; text: string }>

const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: {
    title: 'Camera access is blocked',
    text: 'Allow the camera for this site in your browser’s settings, then try again.',
  },
  NotFoundError: { title: 'No camera found', text: 'Connect a camera and try again, or type the code instead.' },
  NotReadableError: {
    title: 'The camera is in use',
    text: 'Close other apps and tabs that use the camera, then try again.',
  },
}

/** The problem of an error from opening the camera. */
export function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : ''
  // Safari and older browsers have other names for the same.
  const usual = {
    SecurityError: 'NotAllowedError',
    OverconstrainedError: 'NotFoundError',
    AbortError: 'NotReadableError',
  }
  return (
    problems[(usual as Record<string, string>)[name] ?? name] ?? {
      title: 'The camera can’t be used',
      text: 'Try again, or type the code instead.',
    }
  )
}

/** The camera was unplugged, or another app took it. */
export const cameraEnded: CameraProblem = { title: 'The camera was turned off', text: 'Try again to turn it back on.' }

export const readerMissing: CameraProblem = {
  title: 'Scanning couldn’t be loaded',
  text: 'Check your connection, then try again.',
}
