import { Link as RouterLink, type LinkProps as RouterLinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { routeOf } from './path.ts'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this app, with its query if it has one: `/products?filter=low`. */
  to: string
  replace?: boolean
  /**
   * True: it counts as the current screen only if their paths are equal, not if its path is the beginning of the
   * screen's.
   */
  exact?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link to a screen of this app, by its full path. Loads the screen's code on hover. */
export function Link({ to, exact, ...rest }: LinkProps) {
  const active = exact ? { activeOptions: { exact, includeSearch: false } } : {}
  return <RouterLink {...rest} {...active} {...(routeOf(to) as unknown as RouterLinkProps)} />
}
