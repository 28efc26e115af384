/** Whether an answer counts as received; null where none came. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300
