import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from './icons.tsx'

type Rest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
}

/** A page of the dashboard behind a button or in a sentence, with its address and parameters checked. */
export const ButtonLink = createLink((props: ButtonProps & Rest) => <Button component="a" {...props} />)
export const TextLink = createLink((props: AnchorProps & Rest) => <Anchor underline="always" {...props} />)

/** A page outside of the dashboard, in a window of its own. */
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

/** A file that the browser saves as it comes. */
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
