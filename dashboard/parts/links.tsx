import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from './icons.tsx'

type Rest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
}

/** Links to pages of the dashboard, as a button or in a sentence, with type-checked path and parameters. */
export const ButtonLink = createLink((props: ButtonProps & Rest) => <Button component="a" {...props} />)
export const TextLink = createLink((props: AnchorProps & Rest) => <Anchor underline="always" {...props} />)

/** A link to a page outside the dashboard, opened in a new tab. */
export const OutsideLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noopener"
    variant="default"
    rightSection={<Icon name="outside" size={16} />}
  >
    {children}
  </Button>
)

/** A link to a file that the browser downloads. */
export const DownloadLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button
    component="a"
    href={href}
    download
    variant="default"
    leftSection={<Icon name="download" size={18} />}
  >
    {children}
  </Button>
)
