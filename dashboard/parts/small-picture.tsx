import { type ReactNode, useState } from 'react'
import { smallPicture } from '../small-picture.ts'

interface SmallPictureProps {
  src: string | null
  className: string | undefined
  alt?: string
  /** Of the square, in pixels; given by the style where it is left out. */
  edge?: number
  lazy?: boolean
  /** Stands in its place where there is none, or where it does not come, as from a site that is gone. */
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
