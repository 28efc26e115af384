import { Anchor, Button, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SecondFactorStart } from '#contract/dashboard/accounts.ts'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { CopyButton } from '../../parts/copying/copy-button.tsx'
import { SecretBox } from '../../parts/copying/secret-box.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { useCode } from '../../parts/use-code.ts'
import { seeSession } from '../../session.ts'
import { texts } from '../../texts.ts'
import { CurrentPasswordField } from '../sign-in/account-fields.tsx'
import styles from './factor.module.css'

const words = texts.account

/** Password, then secret and first code, then the recovery codes, which are shown once. */
export function SetUpFactor({ onClose }: { onClose: () => void }) {
  const [start, setStart] = useState<SecondFactorStart>()
  const [codes, setCodes] = useState<string[]>()
  const title = codes ? words.recoveryTitle : words.factorStartTitle
  return (
    <Dialog opened onClose={onClose} title={title} firm={codes !== undefined}>
      {codes ? (
        <Codes codes={codes} onClose={() => void seeSession().then(onClose)} />
      ) : start ? (
        <FirstCode start={start} onCodes={setCodes} />
      ) : (
        <AskPassword onStart={setStart} />
      )}
    </Dialog>
  )
}

function AskPassword({ onStart }: { onStart: (start: SecondFactorStart) => void }) {
  const form = useForm({
    initial: { current_password: '' },
    save: (values) => call('startSecondFactor', values),
    saved: onStart,
  })
  return (
    <FormStack form={form}>
      <CurrentPasswordField form={form} focus />
      <FormEnd form={form} action={texts.actions.next} />
    </FormStack>
  )
}

/** On a phone a QR code is useless: the authenticator app on the same phone cannot scan it. */
const isByThumb = () => matchMedia('(pointer: coarse)').matches

function FirstCode({ start, onCodes }: { start: SecondFactorStart; onCodes: (codes: string[]) => void }) {
  const form = useForm({
    initial: { code: '' },
    save: (values) => call('confirmSecondFactor', values),
    saved: ({ recovery_codes }) => onCodes(recovery_codes),
    refetch: seeSession,
  })
  const code = useCode('qr-code', () => import('./qr-code.tsx'))
  const isMissing = code.error !== null
  return (
    <FormStack form={form}>
      <p>{isMissing ? words.factorNoQr : words.factorScan}</p>
      {code.data ? (
        <code.data.QrCode text={start.uri} label={words.factorQr} />
      ) : (
        !isMissing && <Skeleton className={styles.qr} />
      )}
      <details className={styles.byHand} open={isMissing || isByThumb()}>
        <summary>{words.factorByHand}</summary>
        <div className="stack-tight">
          <Anchor href={start.uri} underline="always">
            {words.factorOpen}
          </Anchor>
          <SecretBox value={start.secret} label={words.factorSecret} once={false} />
        </div>
      </details>
      <TextInput
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...textField(form, 'code')}
      />
      <FormEnd form={form} action={words.factorConfirm} />
    </FormStack>
  )
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <div className="stack">
      <p>{words.recovery}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="soft small">{texts.secrets.once}</p>
      <div className="buttons">
        <CopyButton value={codes.join('\n')} label={words.copyAll} />
        <Button onClick={onClose}>{texts.actions.done}</Button>
      </div>
    </div>
  )
}
