import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { Policy } from '#contract/dashboard/policies.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import type { StoreSettings } from '#contract/dashboard/store.ts'
import { POLICY_KINDS, POLICY_WORDS } from '#contract/policies.ts'
import { call } from '../../api.ts'
import { CountedText } from '../../forms/fields.tsx'
import { focusField } from '../../forms/focus-field.ts'
import { FormNotices } from '../../forms/form-notices.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useForm } from '../../forms/use-form.ts'
import { OutsideLink } from '../../parts/links.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { both } from '../../parts/query-state.ts'
import { NothingHere } from '../../parts/route-states.tsx'
import { Loaded } from '../../parts/states.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useCall, useRefresh } from '../../queries.ts'
import { useDraftKey, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { ContactFacts } from './policy-contact.tsx'

const words = texts.policies
const ROWS = 10

export function PolicyPage() {
  const { policy = '' } = useParams({ strict: false })
  const kind = POLICY_KINDS.find((each) => each === policy)
  // A form of its own for each policy, so that typed text does not carry over to the next one.
  return kind ? <OnePolicy key={kind} kind={kind} /> : <NothingHere />
}

function OnePolicy({ kind }: { kind: Policy['kind'] }) {
  const { store_id, slug } = useStore()
  const query = useCall('readPolicy', { store: store_id, kind })
  const settings = useCall('readSettings', { store: store_id })
  const page = query.data?.page
  return (
    <Page
      title={POLICY_WORDS[kind].title}
      lead={words.about[kind]}
      back={{ to: '/s/$store/settings/policies', params: { store: slug }, label: words.back }}
      actions={page && <OutsideLink href={page}>{words.see}</OutsideLink>}
      narrow
    >
      <Loaded query={both(query, settings)}>
        {([loaded, known]) => <PolicyForm policy={loaded} settings={known} />}
      </Loaded>
    </Page>
  )
}

function PolicyForm({ policy, settings }: { policy: Policy; settings: StoreSettings }) {
  const { store_id, role } = useStore()
  const { kind } = policy
  const refresh = useRefresh()
  const form = useForm({
    initial: { text: policy.text },
    draft: useDraftKey(`policy-${kind}`),
    refetch: () => refresh('readPolicy'),
    // The time of the last change identifies the text that was seen. Both texts would be too long for one request.
    save: ({ text }) =>
      call('savePolicy', { store: store_id, kind, text, was: { saved_at: policy.saved_at } }),
    saved: async ({ text }) => {
      form.settle({ text })
      tellDone(text === '' ? words.removed : words.saved)
      await refresh('readPolicy', 'listPolicies', 'overview')
    },
  })
  const mayChange = roleAllows(role, 'manager')
  const suggest = () => {
    form.set('text', words.suggestions[kind](knownOf(settings)))
    focusField('text')
  }
  return (
    <FormStack form={form}>
      <FormNotices form={form} labels={{ text: words.text }} tell={() => undefined} />
      {!mayChange && <p className="soft">{words.readOnly}</p>}
      <fieldset className="plain stack" disabled={!mayChange}>
        <Card>
          <div className="stack">
            {mayChange && form.values.text.trim() === '' && (
              <div className="stack-tight">
                <p className="soft">{words.suggestNote}</p>
                <div>
                  <Button variant="default" onClick={suggest}>
                    {words.suggest}
                  </Button>
                </div>
              </div>
            )}
            <CountedText form={form} name="text" label={words.text} rule={words.rule} rows={ROWS} />
            {mayChange && policy.text !== '' && <p className="soft small">{words.remove}</p>}
          </div>
        </Card>
      </fieldset>
      {kind === 'about' && <ContactFacts settings={settings} />}
      {mayChange && <SaveBar form={form} />}
    </FormStack>
  )
}

const knownOf = (settings: StoreSettings) => ({
  store: settings.name,
  business: settings.business_name || settings.name,
  address: settings.business_address,
  email: settings.contact_email,
  phone: settings.contact_phone,
})
