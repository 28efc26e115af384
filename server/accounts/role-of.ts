import { ROLES, type Role } from '#contract/dashboard/route.ts'

export const roleOf = (text: string): Role | undefined => ROLES.find((role) => role === text)
