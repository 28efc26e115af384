import { notifications } from '@mantine/notifications'

let last = ''

/**
 * Shows for a few seconds that something is done, in place of what it told last: several would cover the form. Each is
 * a new element, so that a screen reader announces it even if it has the same words.
 */
export function tellDone(message: string) {
  notifications.hide(last)
  last = notifications.show({ message, color: 'green' })
}
