import { Textarea, TextInput } from '@mantine/core'
import { Rupees, Toggle } from '../../forms/fields.tsx'
import { textField } from '../../forms/text-field.ts'
import type { Form } from '../../forms/use-form.ts'
import { Card } from '../../parts/page.tsx'
import { useSendsMails } from '../../session.ts'
import { texts } from '../../texts.ts'
import type { SettingsValues } from './settings-values.ts'

const words = texts.store.settings

type Props = { form: Form<SettingsValues> }

export const IdentityCard = ({ form }: Props) => (
  <Card title={words.identity}>
    <div className="stack">
      <TextInput label={words.name} description={words.nameRule} {...textField(form, 'name')} />
      <TextInput
        label={words.slug}
        description={words.slugRule}
        autoCapitalize="none"
        spellCheck={false}
        {...textField(form, 'slug')}
      />
    </div>
  </Card>
)

export const ContactCard = ({ form }: Props) => (
  <Card title={words.contact} note={words.contactNote}>
    <div className="pairs">
      <TextInput
        label={words.contactEmail}
        type="email"
        autoComplete="off"
        {...textField(form, 'contact_email')}
      />
      <TextInput
        label={words.contactPhone}
        type="tel"
        autoComplete="off"
        {...textField(form, 'contact_phone')}
      />
    </div>
  </Card>
)

export const BusinessCard = ({ form }: Props) => (
  <div id="business">
    <Card title={words.business} note={words.businessNote}>
      <div className="pairs">
        <TextInput
          label={words.businessName}
          description={words.businessNameRule}
          autoComplete="off"
          {...textField(form, 'business_name')}
        />
        <Textarea
          label={words.businessAddress}
          description={words.businessAddressRule}
          autoComplete="off"
          autosize
          minRows={3}
          maxRows={6}
          {...textField(form, 'business_address')}
        />
      </div>
    </Card>
  </div>
)

export function SellingCard({ form }: Props) {
  const sendsMails = useSendsMails()
  return (
    <Card title={words.selling}>
      <div className="pairs">
        <Rupees form={form} name="shipping_default" label={words.shipping} rule={words.shippingRule} />
        <TextInput label={words.sender} description={words.senderRule} {...textField(form, 'sender_name')} />
        <Toggle
          form={form}
          name="new_order_mails"
          label={words.newOrderMails}
          rule={sendsMails ? words.newOrderMailsRule : words.newOrderMailsKept}
        />
      </div>
    </Card>
  )
}
