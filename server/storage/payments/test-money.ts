import { sql as raw } from 'kysely'
import { TEST_KEYS } from '#contract/dashboard/store.ts'
import type { Flag } from '../flag.ts'
import { literal } from '../statement.ts'

/** 1 for a payment that moved no money: by the test gateway, or in Razorpay's test mode. */
export const isTestMoney = raw<Flag>`case when payments.gateway = 'test' or payments.account like ${literal(`${TEST_KEYS}%`)} then 1 else 0 end`
