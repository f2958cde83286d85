import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { afterNextPaint } from './after-next-paint.ts'
import { routeOf } from './path.ts'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this app, with its query if it has one: `/products?filter=low`. */
  to: string
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** Briefly passing over a link loads nothing. */
const preloadDelayMs = 80
let pointedAt: ReturnType<typeof setTimeout> | undefined

/**
 * A link to a screen of this app, by its full path. Loads the screen's code when it is hovered. The router's own link
 * resolves its path again and compares it with the address whenever the address changes, in each of the forty links of
 * a list.
 */
export function Link({
  to,
  replace = false,
  onClick,
  onMouseEnter,
  onMouseLeave,
  onFocus,
  onBlur,
  children,
  ...rest
}: LinkProps) {
  const router = useRouter()
  const preload = () => {
    // The screen itself reports loading errors.
    router.preloadRoute(routeOf(to) as never).catch(() => undefined)
  }
  const near = () => {
    clearTimeout(pointedAt)
    pointedAt = setTimeout(preload, preloadDelayMs)
  }
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    clearTimeout(pointedAt)
    // The press is shown first: drawing a screen takes longer than a frame.
    afterNextPaint(() => void router.navigate({ ...routeOf(to), replace } as never))
  }
  return (
    <a
      {...rest}
      href={to}
      onClick={open}
      onTouchStart={preload}
      onMouseEnter={(event) => {
        onMouseEnter?.(event)
        near()
      }}
      onMouseLeave={(event) => {
        onMouseLeave?.(event)
        clearTimeout(pointedAt)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        near()
      }}
      onBlur={(event) => {
        onBlur?.(event)
        clearTimeout(pointedAt)
      }}
    >
      {children}
    </a>
  )
}

/** In another tab or window, as a download, or as the link's target says. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !['', '_self'].includes(currentTarget.target)
}
