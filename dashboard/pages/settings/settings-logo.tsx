import { Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import type { StoreSettings } from '#contract/dashboard/store.ts'
import { IMAGE_TYPES } from '#contract/image-types.ts'
import { call } from '../../api.ts'
import { fitPicture } from '../../fit-picture.ts'
import { Icon } from '../../parts/icons.tsx'
import { Card } from '../../parts/page.tsx'
import { SmallPicture } from '../../parts/small-picture.tsx'
import { Problem } from '../../parts/states.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { readPicture } from '../../read-picture.ts'
import { seeSession, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './settings-logo.module.css'

const words = texts.store.settings

export function LogoCard({ settings }: { settings: StoreSettings }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const [error, setError] = useState<unknown>()
  const [tooLarge, setTooLarge] = useState<string>()
  const [busy, setBusy] = useState(false)
  const empty = useRef<() => void>(null)
  const save = async (file: File | null) => {
    setError(undefined)
    setTooLarge(undefined)
    setBusy(true)
    try {
      const fitting = file && (await fitPicture(file))
      if (fitting === undefined) return setTooLarge(texts.products.tooLarge(file?.name ?? ''))
      await call('changeLogo', { store: store_id, primary_image: fitting && (await readPicture(fitting)) })
      tellDone(file ? words.logoSaved : words.logoRemoved)
      await Promise.all([refresh('readSettings'), seeSession()])
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  /** Clears the field afterwards: browsers fire no event if the same file is chosen again. */
  const choose = (file: File | null) => {
    empty.current?.()
    if (file) void save(file)
  }
  return (
    <Card title={words.logo} note={words.logoRule}>
      <div className={styles.row}>
        <SmallPicture src={settings.logo} className={styles.logo} alt={words.logo}>
          <Icon name="upload" size={24} />
        </SmallPicture>
        <div className={styles.buttons}>
          <FileButton resetRef={empty} onChange={choose} accept={IMAGE_TYPES.join(',')}>
            {(props) => (
              <Button {...props} variant="default" loading={busy}>
                {words.logoChoose}
              </Button>
            )}
          </FileButton>
          {settings.logo && (
            <Button
              variant="subtle"
              className="danger-button"
              onClick={() => void save(null)}
              disabled={busy}
            >
              {words.logoRemove}
            </Button>
          )}
        </div>
      </div>
      {tooLarge && (
        <p role="alert" className="wrong">
          {tooLarge}
        </p>
      )}
      {error !== undefined && <Problem error={error} />}
    </Card>
  )
}
