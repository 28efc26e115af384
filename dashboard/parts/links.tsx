import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Rest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
}

/** A page of the dashboard behind a button or in a sentence, with its address and parameters checked. */
export const ButtonLink = createLink((props: ButtonProps & Rest) => <Button component="a" {...props} />)
export const TextLink = createLink((props: AnchorProps & Rest) => <Anchor underline="always" {...props} />)
