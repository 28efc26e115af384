import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { FormEvent } from 'react'
import { plainDigits } from '#contract/plain-digits.ts'

/**
 * A number as it is written in India. By itself the field takes a comma for the beginning of the paise and the sign
 * behind 200/- for a minus, and leaves out the digits of Hindi and other scripts.
 */
export const NumberField = (props: NumberInputProps) => (
  <NumberInput
    thousandSeparator=","
    thousandsGroupStyle="lakh"
    allowedDecimalSeparators={['.']}
    allowNegative={false}
    onInputCapture={writePlainDigits}
    {...props}
  />
)

/** Before the field reads it, and not through `value`: React would then take the field for unchanged. */
function writePlainDigits({ target }: FormEvent) {
  if (!(target instanceof HTMLInputElement)) return
  const { value, selectionStart, selectionEnd } = target
  const plain = plainDigits(value)
  if (plain === value) return
  target.setRangeText(plain, 0, value.length)
  target.setSelectionRange(selectionStart, selectionEnd)
}
