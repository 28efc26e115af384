import type { StoreSettings } from '#contract/dashboard/store.ts'
import { Facts } from '../../parts/facts.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { Card } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.policies
const { settings: names } = texts.store

/** The contact details that the store's about page shows from the settings; customers see only those that are set. */
export function ContactFacts({ settings }: { settings: StoreSettings }) {
  const { slug } = useStore()
  const given = (value: string) => value || <span className="soft">{words.notGiven}</span>
  return (
    <Card
      title={words.facts}
      note={words.factsNote}
      action={
        <ButtonLink to="/s/$store/settings" params={{ store: slug }} hash="business" variant="default">
          {words.change}
        </ButtonLink>
      }
    >
      <Facts
        facts={[
          [names.businessName, settings.business_name || settings.name],
          [names.businessAddress, given(settings.business_address.split('\n').join(', '))],
          [names.contactPhone, given(settings.contact_phone)],
          [names.contactEmail, given(settings.contact_email)],
        ]}
      />
    </Card>
  )
}
