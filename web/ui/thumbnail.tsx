import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './thumbnail.module.css'

/** A square picture; a quiet sign when there is none or it cannot be loaded. */
export function Thumbnail({
  src,
  size = 28,
  alt = '',
}: {
  src: string | null | undefined
  size?: number
  alt?: string
}) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={classes['root']} style={{ width: size, height: size }}>
      {src && failed !== src ? (
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
        />
      ) : (
        <IconPhoto size={Math.max(14, Math.floor(size * 0.45))} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}
