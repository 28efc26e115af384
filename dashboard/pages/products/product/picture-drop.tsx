import type { FileRejection } from '@mantine/dropzone'
import { useState } from 'react'
import { IMAGE_TYPES } from '#contract/image-types.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { fitPicture } from '../../../fit-picture.ts'
import { formPart } from '../../../forms/form-part.ts'
import type { Form } from '../../../forms/use-form.ts'
import { DropZone } from '../../../parts/drop-zone.tsx'
import { readPicture } from '../../../read-picture.ts'
import { texts } from '../../../texts.ts'
import { PictureAddress } from './picture-address.tsx'
import { PictureGrid } from './picture-grid.tsx'
import type { Picture, ProductValues } from './product-values.ts'

interface Props {
  form: Form<ProductValues>
  reading: boolean
  onReading: (reading: boolean) => void
}

export const PictureDrop = formPart(
  ['main', 'others'],
  function PictureDrop({ form, reading, onReading }: Props) {
    const { main, others } = form.values
    const [refused, setRefused] = useState<string[]>([])

    const refuse = (sentences: string[]) => setRefused((old) => [...new Set([...old, ...sentences])])
    const place = (pictures: Picture[]) => {
      const { main, others } = form.valuesNow()
      const [first, ...rest] = main ? [main, ...pictures] : pictures
      const all = [...others, ...rest]
      if (all.length > PRODUCT_LIMITS.imagesMax) refuse([texts.products.tooMany])
      form.set('main', first ?? null)
      form.set('others', all.slice(0, PRODUCT_LIMITS.imagesMax))
    }
    /** One picture at a time: a phone's memory cannot hold the pixels of many. */
    const take = async (files: File[]) => {
      onReading(true)
      const pictures: Picture[] = []
      for (const file of files) {
        try {
          const fitting = await fitPicture(file)
          if (fitting) pictures.push({ src: await readPicture(fitting) })
          else refuse([texts.products.tooLarge(file.name)])
        } catch {
          refuse([texts.products.unreadable(file.name)])
        }
      }
      onReading(false)
      place(pictures)
    }
    const error = Object.entries(form.errors).find(([name]) => /^(primary_image|images)/.test(name))?.[1]

    return (
      <div className="stack">
        {(main || others.length > 0) && <PictureGrid form={form} />}
        <DropZone
          accept={IMAGE_TYPES}
          loading={reading}
          onFiles={(files, rejections) => {
            setRefused([...new Set(rejections.map(whyRefused))])
            if (files.length > 0) void take(files)
          }}
          name="primary_image"
          byMouse={texts.products.drop}
          byThumb={texts.products.dropPhone}
        >
          <span className="small">{texts.products.picturesRule}</span>
        </DropZone>
        <PictureAddress onAdd={(src) => place([{ src }])} />
        {[...refused, ...(error ? [error] : [])].map((sentence) => (
          <p key={sentence} role="alert" className="wrong">
            {sentence}
          </p>
        ))}
      </div>
    )
  },
)

const whyRefused = ({ file: { name, type } }: FileRejection) =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
    ? texts.products.notHeic(name)
    : texts.products.notPicture(name)
