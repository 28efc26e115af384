import { Dropzone, type DropzoneProps, type FileRejection } from '@mantine/dropzone'
import type { ReactNode } from 'react'
import styles from './drop-zone.module.css'
import { Icon } from './icons.tsx'

interface Props extends Pick<DropzoneProps, 'accept' | 'loading' | 'multiple'> {
  /** Hears of all files at once: with `multiple={false}`, those after the first are among the refused. */
  onFiles: (files: File[], refused: FileRejection[]) => void
  /** The name of the form's field, by which it gets the focus. */
  name?: string
  /** What to do with a mouse. */
  byMouse: string
  /** What to do on a touch screen; also its name for screen readers. */
  byThumb: string
  children?: ReactNode
}

/** Takes files that are dropped on it or chosen. */
export function DropZone({ onFiles, name, byMouse, byThumb, children, ...zone }: Props) {
  const field = { 'aria-label': byThumb, ...(name && { name }) }
  return (
    <Dropzone
      className={styles.drop}
      inputProps={field as never}
      onDropAny={onFiles}
      onDrop={() => {}}
      {...zone}
    >
      <div className={styles.inside}>
        <Icon name="upload" size={24} />
        <strong className={styles.byMouse}>{byMouse}</strong>
        <strong className={styles.byThumb}>{byThumb}</strong>
        {children}
      </div>
    </Dropzone>
  )
}
