import { ROLES, type Role } from '#contract/dashboard/route.ts'

/** ROLES begins with the role that may do everything; each of the others may do less than the one before. */
export const roleAllows = (has: Role, least: Role): boolean => ROLES.indexOf(has) <= ROLES.indexOf(least)

export const roleOf = (text: string): Role | undefined => ROLES.find((role) => role === text)
