import { Link as RouterLink, type LinkProps as RouterLinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { routeOf } from './path.ts'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this app, with its query if it has one: `/products?filter=low`. */
  to: string
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link to a screen of this app, by its whole path. Loads the screen's code when the pointer rests on it. */
export function Link({ to, ...rest }: LinkProps) {
  return <RouterLink {...rest} {...(routeOf(to) as unknown as RouterLinkProps)} />
}
