import { Button } from '@mantine/core'
import { useState } from 'react'
import { UrlInput } from '../../../forms/url-input.tsx'
import { texts } from '../../../texts.ts'
import styles from './picture-address.module.css'

/** A picture that is already on the web is added by its address. */
export function PictureAddress({ onAdd }: { onAdd: (address: string) => void }) {
  const [address, setAddress] = useState('')
  const add = () => {
    if (address.trim() === '') return
    onAdd(address.trim())
    setAddress('')
  }
  return (
    <div className={styles.row}>
      <UrlInput
        label={texts.products.pictureUrl}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="default" onClick={add} disabled={address.trim() === ''}>
        {texts.products.pictureUrlAdd}
      </Button>
    </div>
  )
}
