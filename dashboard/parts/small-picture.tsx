import { type ReactNode, useState } from 'react'
import { smallPicture } from '../small-picture.ts'

interface SmallPictureProps {
  src: string | null
  className: string | undefined
  alt?: string
  /** The edge of the square in pixels; without it the style sheet decides. */
  edge?: number
  lazy?: boolean
  /** Shown where there is no picture, or where it cannot be loaded, as from a site that is gone. */
  children: ReactNode
}

export function SmallPicture({ src, className, alt = '', edge, lazy = false, children }: SmallPictureProps) {
  const [torn, setTorn] = useState<readonly string[]>([])
  const shown = src && smallPicture(src, torn)
  if (!shown)
    return (
      <span className={className} aria-hidden="true">
        {children}
      </span>
    )
  return (
    <img
      className={className}
      src={shown}
      alt={alt}
      width={edge}
      height={edge}
      loading={lazy ? 'lazy' : 'eager'}
      onError={() => setTorn([...torn, shown])}
    />
  )
}
