import { Component, type ReactNode, Suspense } from 'react'

type OnDemandProps = Readonly<{
  /** Shown until the code has arrived. */
  waiting: ReactNode
  /** What to do if it is gone, because a new version was installed meanwhile. */
  gone: string
  children: ReactNode
}>

/**
 * A part of a screen whose code is loaded when it is first opened. If it can't be loaded, a message appears in its
 * place: the screen around it stays, with everything typed.
 */
export class OnDemand extends Component<OnDemandProps, { failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { waiting, gone, children } = this.props
    if (this.state.failed) return <p role="alert">{gone}</p>
    return <Suspense fallback={waiting}>{children}</Suspense>
  }
}
