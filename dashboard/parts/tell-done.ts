import { notifications } from '@mantine/notifications'

/** Shows for a few seconds that something is done. */
export const tellDone = (message: string) => notifications.show({ message, color: 'green' })
