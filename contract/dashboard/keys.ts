import { answers, type Route, WAS } from './route.ts'

export interface KeyView {
  /** Null where the store has no key. */
  last_four: string | null
  created_at: string | null
  last_used_at: string | null
}

/** How many requests of one operation came in the last hour, minute by minute, oldest first. */
export interface OperationUse {
  operation: string
  method: string
  path: string
  per_minute: number
  minutes: number[]
  total: number
  busiest_minute: number
}

export const KEY_ROUTES = {
  readKey: {
    method: 'GET',
    path: '/stores/:store/key',
    access: 'owner',
    answer: answers<KeyView>(),
  },
  generateKey: {
    method: 'POST',
    path: '/stores/:store/key',
    access: 'owner',
    body: { ...WAS },
    answer: answers<{ api_key: string }>(),
  },
  readUse: {
    method: 'GET',
    path: '/stores/:store/use',
    access: 'manager',
    answer: answers<{ operations: OperationUse[] }>(),
  },
} as const satisfies Record<string, Route>
