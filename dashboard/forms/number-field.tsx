import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { FormEvent } from 'react'
import { plainDigits } from '#contract/plain-digits.ts'

/**
 * A number as it is written in India. By default the library's field reads a comma as the decimal point and the sign in
 * 200/- as a minus, and drops the digits of Hindi and other scripts.
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

/** Runs before the field reads its text. Uses setRangeText, because after `value =` React would see no change. */
function writePlainDigits({ target }: FormEvent) {
  if (!(target instanceof HTMLInputElement)) return
  const { value, selectionStart, selectionEnd } = target
  const plain = plainDigits(value)
  if (plain === value) return
  target.setRangeText(plain, 0, value.length)
  target.setSelectionRange(selectionStart, selectionEnd)
}
