import { sql as raw } from 'kysely'
import { TEST_KEYS } from '#contract/dashboard/store.ts'
import type { Flag } from '../flag.ts'
import { literal } from '../statement.ts'

/** Of a row of payments: the test gateway and Razorpay's test mode move no money. */
export const isTestMoney = raw<Flag>`case when payments.gateway = 'test' or payments.account like ${literal(`${TEST_KEYS}%`)} then 1 else 0 end`
