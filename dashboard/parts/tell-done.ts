import { notifications } from '@mantine/notifications'

/** Says for a few seconds that it is done. */
export const tellDone = (message: string) => notifications.show({ message, color: 'green' })
