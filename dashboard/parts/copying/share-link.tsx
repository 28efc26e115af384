import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Icon } from '../icons.tsx'
import { CopyButton } from './copy-button.tsx'

/** Whether the store's address has been shared from this browser. */
export function useShared() {
  const [shared, setShared] = useLocalStorage({
    key: `haat-shared:${useStore().store_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return { shared, markShared: () => setShared(true) }
}

export function ShareStore() {
  const { store_id, name } = useStore()
  const url = useCall('readSettings', { store: store_id }).data?.page
  return url && <ShareLink title={name} url={url} />
}

/** A URL of the store, to be copied or, where the device supports it, shared with another app. */
export function ShareLink({ title, url }: { title: string; url: string }) {
  const { markShared } = useShared()
  // The promise rejects if the person closes the device's dialog without sharing.
  const share = () => navigator.share({ title, url }).then(markShared, () => {})
  return (
    <>
      <CopyButton value={url} label={texts.share.copy} size="sm" onCopied={markShared} />
      {'share' in navigator && (
        <Button variant="default" leftSection={<Icon name="upload" size={16} />} onClick={share}>
          {texts.share.share}
        </Button>
      )}
    </>
  )
}
