import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { isFileAddress } from '../../contract/file-addresses.ts'
import classes from './thumbnail.module.css'

/**
 * Up to this many pixels per side, the small version of an uploaded picture is sharp, even on a screen of twice the
 * density.
 */
const smallSide = 160

/** A square picture, or a gray icon if there is none or it can't be loaded. */
export function Thumbnail({
  src,
  size = 28,
  alt = '',
  onFailed,
}: {
  src: string | null | undefined
  size?: number
  alt?: string
  /** Called when it can't be loaded. */
  onFailed?: (src: string) => void
}) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={classes['root']} style={{ width: size, height: size }}>
      {src && failed !== src ? (
        <img
          src={sized(src, size)}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => {
            setFailed(src)
            onFailed?.(src)
          }}
        />
      ) : (
        <IconPhoto size={Math.max(14, Math.floor(size * 0.45))} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}

/** Pictures from elsewhere have one size; ours have a small one. */
function sized(src: string, size: number): string {
  return isFileAddress(src) && size <= smallSide ? `${src}?size=small` : src
}
