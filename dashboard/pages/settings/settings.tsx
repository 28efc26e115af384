import { roleAllows } from '#contract/dashboard/route.ts'
import { ShareStore } from '../../parts/copying/share-link.tsx'
import { OutsideLink } from '../../parts/links.tsx'
import { Page } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { DeleteStore } from './settings-delete.tsx'
import { SettingsForm } from './settings-form.tsx'
import { FormerAddresses } from './settings-former-addresses.tsx'
import { LogoCard } from './settings-logo.tsx'
import { PaymentsCard } from './settings-payments.tsx'
import { PoliciesCard } from './settings-policies.tsx'

const words = texts.store.settings

export function SettingsPage() {
  const { store_id, role } = useStore()
  const query = useCall('readSettings', { store: store_id })
  return (
    <Page
      title={words.title}
      lead={query.data && words.lead(query.data.page)}
      narrow
      actions={
        query.data && (
          <>
            <ShareStore />
            <OutsideLink href={query.data.page}>{words.open}</OutsideLink>
          </>
        )
      }
    >
      <Loaded query={query}>
        {(settings) => (
          <>
            {roleAllows(role, 'manager') && <LogoCard settings={settings} />}
            <SettingsForm settings={settings} />
            {roleAllows(role, 'manager') && <FormerAddresses />}
            <PoliciesCard />
            {roleAllows(role, 'owner') && <PaymentsCard />}
            {roleAllows(role, 'owner') && <DeleteStore />}
          </>
        )}
      </Loaded>
    </Page>
  )
}
