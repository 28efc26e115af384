import { Dropzone, type DropzoneProps, type FileRejection } from '@mantine/dropzone'
import type { MouseEvent, ReactNode } from 'react'
import styles from './drop-zone.module.css'
import { Icon } from './icons.tsx'

interface Props extends Pick<DropzoneProps, 'accept' | 'loading' | 'multiple' | 'name'> {
  /** Hears of all files at once: with `multiple={false}`, those after the first are among the refused. */
  onFiles: (files: File[], refused: FileRejection[]) => void
  /** What to do with a mouse. */
  byMouse: string
  /** What to do on a touch screen; also its name for screen readers. */
  byThumb: string
  children?: ReactNode
}

/**
 * Takes files that are dropped on it or chosen. With the keyboard the field within is reached, which is a button with a
 * name: by default the zone around it is, which is nothing in particular to a screen reader.
 */
export function DropZone({ onFiles, byMouse, byThumb, children, ...zone }: Props) {
  const field = {
    'aria-label': byThumb,
    tabIndex: 0,
    onClick: (event: MouseEvent) => zone.loading && event.preventDefault(),
  }
  return (
    <Dropzone
      className={styles.drop}
      activateOnKeyboard={false}
      onMouseDown={focusField}
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

/** With the mouse too, so that Tab goes on from here. */
function focusField(event: MouseEvent<HTMLElement>) {
  event.preventDefault()
  event.currentTarget.querySelector('input')?.focus({ preventScroll: true })
}
