/** Whether an answer confirms the event; null if none came. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300
