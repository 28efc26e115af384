import { Button } from '@mantine/core'
import type { Form } from '../../../forms/use-form.ts'
import { withoutRow } from '../../../parts/change-rows.ts'
import { texts } from '../../../texts.ts'
import styles from './picture-grid.module.css'
import type { Picture, ProductValues } from './product-values.ts'

/** A product's pictures; the seller chooses the main one and removes others. */
export function PictureGrid({ form }: { form: Form<ProductValues> }) {
  const { main, others } = form.values
  const keyOf = ({ src }: Picture, at: number) => `${at} ${src.slice(-64)}`
  const makeMain = (picture: Picture, at: number) => {
    form.set('main', picture)
    form.set('others', [...(main ? [main] : []), ...withoutRow(others, at)])
  }
  return (
    <ul className={styles.grid}>
      {main && (
        <PictureItem key={keyOf(main, -1)} src={main.src} place={0} onRemove={() => form.set('main', null)} />
      )}
      {others.map((picture, at) => (
        <PictureItem
          key={keyOf(picture, at)}
          src={picture.src}
          place={at + 1}
          onMakeMain={() => makeMain(picture, at)}
          onRemove={() => form.set('others', withoutRow(others, at))}
        />
      ))}
    </ul>
  )
}

interface ItemProps {
  src: string
  place: number
  /** Undefined for the main picture. */
  onMakeMain?: () => void
  onRemove: () => void
}

function PictureItem({ src, place, onMakeMain, onRemove }: ItemProps) {
  const { pictureAlt, mainPicture, makeMain, removePicture } = texts.products
  return (
    <li className={styles.item}>
      <div className={styles.frame}>
        <img src={src} alt={pictureAlt(place)} />
        {!onMakeMain && <span className={styles.main}>{mainPicture}</span>}
      </div>
      <div className={styles.buttons}>
        {onMakeMain && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`${makeMain}: ${pictureAlt(place)}`}
            onClick={onMakeMain}
          >
            {makeMain}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          className="danger-button"
          aria-label={`${removePicture}: ${pictureAlt(place)}`}
          onClick={onRemove}
        >
          {removePicture}
        </Button>
      </div>
    </li>
  )
}
