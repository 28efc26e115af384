import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

/** An address on the web, with the keys that it is typed with on a phone. */
export const UrlInput = (props: TextInputProps & { ref?: Ref<HTMLInputElement> }) => (
  <TextInput type="url" inputMode="url" placeholder="https://" {...props} />
)
